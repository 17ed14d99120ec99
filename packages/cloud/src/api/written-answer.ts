import { JsonText, Refusal } from '@busbar/wire/server'

/** The answer that a statement wrote as JSON. Without one the object is not there. */
export const writtenAnswer = async (text: Promise<Buffer | undefined>): Promise<JsonText> => {
  const written = await text
  if (written === undefined) throw new Refusal('ObjectNotFound')
  return new JsonText(written)
}

/** Of rows of a turn, from 1 on, and a text: the texts by their turns. */
export const inTurn = (rows: readonly Buffer[][], count: number): (Buffer | undefined)[] => {
  const texts = new Array<Buffer | undefined>(count).fill(undefined)
  for (const [turn, text] of rows) texts[Number(turn) - 1] = text
  return texts
}
