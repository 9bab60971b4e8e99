// The completion scripts of bash and zsh, made from the table of commands.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTooling

package enum CompletionScript {
    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        switch arguments.operandTexts {
        case ["bash"]: context.output.write(bash)
        case ["zsh"]: context.output.write(zsh)
        default: throw .usage()
        }
    }

    package static var bash: String {
        var cases = ""
        for command in CommandTable.shown {
            let options = command.completedOptions.map { "-\($0.letter)" }.joined(separator: " ")
            let valued = command.completedOptions.filter { $0.value != nil }.map { "-\($0.letter)" }
            cases += "        \(command.name)) options='\(options)' valued=' \(valued.joined(separator: " ")) '"
            cases += " operands=\(command.completedOperand.rawValue) ;;\n"
        }
        return """
            # bash completion of security. Made by `security completion-script bash`.
            # SPDX-License-Identifier: Apache-2.0

            _security() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
                local commands='\(CommandTable.shown.map(\.name).joined(separator: " "))'
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
            \(cases)\
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

            """
    }

    package static var zsh: String {
        var names = ""
        var cases = ""
        for command in CommandTable.shown {
            names += "    '\(command.name):\(escaped(command.summary))'\n"
            var words = command.completedOptions.map { option in
                "'*-\(option.letter)[\(escaped(option.summary))]\(zshValue(of: option))'"
            }
            if command.completedOperand != .none {
                let operand = command.completedOperand
                words.append(
                    "'*:\(operand.rawValue):\(operand == .file ? "_files" : "_security_\(operand.rawValue)s")'")
            }
            cases += "      \(command.name)) _arguments \(words.joined(separator: " ")) ;;\n"
        }
        return """
            #compdef security
            # zsh completion of security. Made by `security completion-script zsh`.
            # SPDX-License-Identifier: Apache-2.0

            _security_commands() {
              local -a commands=(
            \(names)  )
              _describe command commands
            }

            _security_keychains() {
              local -a keychains=(${(f)"$(security list-keychains 2>/dev/null | sed 's/^ *"//; s/"$//')"})
              compadd -a keychains
              _files
            }

            _security() {
              local context state line
              typeset -A opt_args
              _arguments -C '-h[show help]' '-i[read commands from standard input]' '-l' '-p[prompt]:prompt:' '-q' '-v' \\
                '1:command:_security_commands' '*::argument:->arguments'
              [[ $state == arguments ]] || return
              case $words[1] in
            \(cases)  esac
            }

            _security "$@"

            """
    }

    /// `:NAME:ACTION` for each word that the option takes.
    private static func zshValue(of option: CommandOption) -> String {
        guard let value = option.value else { return "" }
        let names = option.traits.contains(.pair) ? value.split(separator: " ") : [value[...]]
        let action = option.traits.contains(.file) ? "_files" : ""
        return names.map { ":\(escaped(String($0))):\(action)" }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "'": result += "'\\''"
            case "[", "]", ":": result += "\\\(character)"
            default: result.append(character)
            }
        }
    }
}

/// What the words after the options are, for completion.
private enum CompletedOperand: String { case none, command, keychain, file }

extension Command {
    fileprivate var completedOptions: [CommandOption] { options.filter { !$0.traits.contains(.hidden) } }

    fileprivate var completedOperand: CompletedOperand {
        if operands.contains("keychain") { return .keychain }
        if operands.contains("file") { return .file }
        return operands.contains("command") ? .command : .none
    }
}
