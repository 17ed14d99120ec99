/** A telephone number without the signs that people put in between, or null where it is none. */
export const phoneNumber = (text: string): string | null => {
  const bare = text.replaceAll(/[\s()./-]/g, '')
  return /^\+?\d{3,20}$/.test(bare) ? bare : null
}
