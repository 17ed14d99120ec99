import { Refusal } from '@busbar/wire/server'
import { overlapping } from '../grid.rules.ts'
import type { Widget } from '../widgets.contract.ts'
import { boardBytesMax } from './boards.contract.ts'

/** Refuses what no single widget can be blamed for. */
export const checkWidgets = (widgets: readonly Widget[]): void => {
  const seen = new Set<string>()
  for (const [index, { id }] of widgets.entries()) {
    if (seen.has(id)) throw new Refusal('IncorrectRequest', `body.widgets.${index}.id: ${id} is there twice`)
    seen.add(id)
  }
  const pair = overlapping(widgets)
  if (pair !== null) {
    throw new Refusal('IncorrectRequest', `body.widgets.${pair[1]}.place: lies on the one of widgets.${pair[0]}`)
  }
  if (Buffer.byteLength(JSON.stringify(widgets)) > boardBytesMax) {
    throw new Refusal('IncorrectRequest', `body.widgets: has more than ${boardBytesMax} bytes`)
  }
}
