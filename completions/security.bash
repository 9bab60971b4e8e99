# bash completion of security. Made by `security completion-script bash`.
# SPDX-License-Identifier: Apache-2.0

_security() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local commands='help list-keychains default-keychain login-keychain create-keychain delete-keychain lock-keychain unlock-keychain set-keychain-settings set-keychain-password show-keychain-info dump-keychain add-generic-password add-internet-password add-certificates find-generic-password delete-generic-password set-generic-password-partition-list find-internet-password delete-internet-password set-internet-password-partition-list find-key set-key-partition-list find-certificate find-identity delete-certificate delete-identity set-identity-preference get-identity-preference export import add-trusted-cert remove-trusted-cert dump-trust-settings verify-cert error item keychain-export keychain-import keychain-backup-get-uuid whoami'
    local options='' valued='' operands='' command='' index
    for ((index = 1; index < COMP_CWORD; index++)); do
        case ${COMP_WORDS[index]} in
            -p) index=$((index + 1)) ;;
            -*) ;;
            *) command=${COMP_WORDS[index]}; break ;;
        esac
    done
    COMPREPLY=()
    case $command in
        '') options='-h -i -l -p -q -v' operands=command ;;
        help) options='' valued='  ' operands=command ;;
        list-keychains) options='-d -s' valued=' -d ' operands=keychain ;;
        default-keychain) options='-d -s' valued=' -d ' operands=keychain ;;
        login-keychain) options='-d -s' valued=' -d ' operands=keychain ;;
        create-keychain) options='-P -p' valued=' -p ' operands=keychain ;;
        delete-keychain) options='' valued='  ' operands=keychain ;;
        lock-keychain) options='-a' valued='  ' operands=keychain ;;
        unlock-keychain) options='-u -p' valued=' -p ' operands=keychain ;;
        set-keychain-settings) options='-l -u -t' valued=' -t ' operands=keychain ;;
        set-keychain-password) options='-o -p' valued=' -o -p ' operands=keychain ;;
        show-keychain-info) options='' valued='  ' operands=keychain ;;
        dump-keychain) options='-a -d -i -r' valued='  ' operands=keychain ;;
        add-generic-password) options='-a -s -c -C -D -G -j -l -p -w -X -A -T -U' valued=' -a -s -c -C -D -G -j -l -p -w -X -T ' operands=keychain ;;
        add-internet-password) options='-a -s -c -C -d -D -j -l -p -P -r -t -w -X -A -T -U' valued=' -a -s -c -C -d -D -j -l -p -P -r -t -w -X -T ' operands=keychain ;;
        add-certificates) options='-k' valued=' -k ' operands=file ;;
        find-generic-password) options='-a -s -c -C -D -G -j -l -g -w' valued=' -a -s -c -C -D -G -j -l ' operands=keychain ;;
        delete-generic-password) options='-a -s -c -C -D -G -j -l' valued=' -a -s -c -C -D -G -j -l ' operands=keychain ;;
        set-generic-password-partition-list) options='-a -s -c -C -D -G -j -l -S -k' valued=' -a -s -c -C -D -G -j -l -S -k ' operands=keychain ;;
        find-internet-password) options='-a -s -c -C -d -D -j -l -p -P -r -t -g -w' valued=' -a -s -c -C -d -D -j -l -p -P -r -t ' operands=keychain ;;
        delete-internet-password) options='-a -s -c -C -d -D -j -l -p -P -r -t' valued=' -a -s -c -C -d -D -j -l -p -P -r -t ' operands=keychain ;;
        set-internet-password-partition-list) options='-a -s -c -C -d -D -j -l -p -P -r -t -S -k' valued=' -a -s -c -C -d -D -j -l -p -P -r -t -S -k ' operands=keychain ;;
        find-key) options='-a -c -d -e -l -r -s -t -u -v -w' valued=' -a -c -l -t ' operands=keychain ;;
        set-key-partition-list) options='-a -c -d -e -l -r -s -t -u -v -w -S -k' valued=' -a -c -l -t -S -k ' operands=keychain ;;
        find-certificate) options='-a -c -e -m -p -Z' valued=' -c -e ' operands=keychain ;;
        find-identity) options='-p -s -v' valued=' -p -s ' operands=keychain ;;
        delete-certificate) options='-c -Z -t' valued=' -c -Z ' operands=keychain ;;
        delete-identity) options='-c -Z -t' valued=' -c -Z ' operands=keychain ;;
        set-identity-preference) options='-n -c -s -u -Z' valued=' -c -s -u -Z ' operands=keychain ;;
        get-identity-preference) options='-s -u -p -c -Z' valued=' -s -u ' operands=none ;;
        export) options='-k -t -f -w -p -P -o' valued=' -k -t -f -P -o ' operands=none ;;
        import) options='-k -t -f -x -P -a -A -T' valued=' -k -t -f -P -a -T ' operands=file ;;
        add-trusted-cert) options='-d -r -p -s -k' valued=' -r -p -s -k ' operands=file ;;
        remove-trusted-cert) options='-d' valued='  ' operands=file ;;
        dump-trust-settings) options='-s -d' valued='  ' operands=none ;;
        verify-cert) options='-c -r -p -C -x -s -e -d -k -L -q -v' valued=' -c -r -p -x -s -e -d -k ' operands=none ;;
        error) options='' valued='  ' operands=none ;;
        item) options='-q -g -a -u -D -k' valued=' -u -k ' operands=none ;;
        keychain-export) options='-k -p' valued=' -k -p ' operands=file ;;
        keychain-import) options='-k -p' valued=' -k -p ' operands=file ;;
        keychain-backup-get-uuid) options='' valued='  ' operands=file ;;
        whoami) options='' valued='  ' operands=none ;;
    esac
    [[ -n $command && $valued == *" $previous "* ]] && return
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    elif [[ $operands == command ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
    elif [[ $operands == keychain ]]; then
        mapfile -t COMPREPLY < <(
            compgen -W "$(security list-keychains 2>/dev/null | sed 's/^ *"//; s/"$//')" -- "$current"
            compgen -f -- "$current"
        )
    elif [[ $operands == file ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
}
complete -o filenames -F _security security
