/** The width that a list and an item need side by side. The style sheets use the same number. */
export const WIDE_SCREEN = '(min-width: 52rem)'
