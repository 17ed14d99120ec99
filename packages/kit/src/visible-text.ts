const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Joiners and the emoji selector are part of words and emoji where a script or an emoji stands before them. */
const misleading = /(?!(?<=\P{ASCII})(?:[\u200C\u200D](?=\P{ASCII})|\uFE0F))[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Returns whether a text contains characters that are invisible or reorder others: two such texts can look the same and
 * differ.
 */
export const hasInvisible = (text: string): boolean => invisible.test(text)

/** A name without zero-width characters and bidirectional controls, by which one could pass for another. */
export const withoutInvisible = (name: string): string => name.replaceAll(misleading, '')
