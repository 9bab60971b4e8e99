# bash completion of codesign.
# SPDX-License-Identifier: Apache-2.0

_codesign() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    COMPREPLY=()
    case $previous in
        -i | --identifier | --interpreter-option) return ;;
        --teams-directory) mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
    esac
    if [[ $current == -* && $previous != -s && $previous != --sign ]]; then
        mapfile -t COMPREPLY < <(compgen -W '-s -i -f -d -v -h -o --script --script-path --interpreter --interpreter-option --output --sign --identifier --entitlements --password-file --no-loader --loader --force --display
            --verify --verbose --teams-directory --remove-signature --help' -- "$current")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
}
complete -o filenames -F _codesign codesign
