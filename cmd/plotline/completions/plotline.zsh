#compdef plotline
# Completes the commands and flags of plotline in zsh.
_plotline() {
	local -a found
	found=(${(f)"$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)"})
	if (( $#found )); then
		compadd -- "${found[@]}"
	else
		_files
	fi
}
if (( ! $+functions[compdef] )); then
	autoload -U compinit && compinit
fi
compdef _plotline plotline
