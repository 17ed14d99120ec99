const tagsMax = 20
const charsMax = 40

/** Tags as they are typed, with commas between; each once. */
export const tagsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

/** Returns true if the service accepts the tags. */
export const areTagsFine = (tags: readonly string[]): boolean =>
  tags.length <= tagsMax && tags.every((tag) => tag.length <= charsMax && !tag.includes('#'))
