/** Characters that move the cursor, break the line or turn the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/** A text with such characters written out, as \u202e, so that no name is shown as another. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
