import { randomUUID } from 'node:crypto'

/** UUIDs of a document with the new ones. */
export type UuidMap = Readonly<Record<string, string>>

/** New ones, from lowest to highest: what is made at one moment is listed by them, and stays in the document's order. */
export const uuidsInOrder = (count: number): string[] => Array.from({ length: count }, () => randomUUID()).toSorted()
