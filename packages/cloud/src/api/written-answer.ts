import { JsonText, Refusal } from '@busbar/wire/server'

/** The answer that a statement wrote as JSON, in its only row and column. Without a row the object is not there. */
export const writtenAnswer = async (rows: Promise<Buffer[][]>): Promise<JsonText> => {
  const [row] = await rows
  if (row?.[0] === undefined) throw new Refusal('ObjectNotFound')
  return new JsonText(row[0])
}
