/** Enough to catch a slip of the hand; whether the address exists is the letter's business. */
export const looksLikeEmail = (text: string): boolean =>
  /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim())
