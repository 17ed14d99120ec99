import { JsonText, Refusal } from '@busbar/wire/server'

/** Returns the JSON that a statement produced. Without a row, the object does not exist. */
export const writtenAnswer = async (text: Promise<string | undefined>): Promise<JsonText> => {
  const json = await text
  if (json === undefined) throw new Refusal('ObjectNotFound')
  return new JsonText(json)
}

/** Orders texts by their position, which starts at 1. */
export const textsByPosition = (rows: readonly (string | null)[][], count: number): (string | undefined)[] => {
  const texts = new Array<string | undefined>(count).fill(undefined)
  for (const [position, text] of rows) texts[Number(position) - 1] = text ?? undefined
  return texts
}
