/** Characters that move the cursor, break the line or change the text direction. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/** Escapes such characters, as \u202e, so that no name looks like another. */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
