import type { AnswerOf } from '../../api/ask.ts'

type Tree = AnswerOf<'nets', 'tree'>

/** A parameter that can be put into a chart. */
export interface Pick {
  id: number
  name: string
  /** Network and device. */
  place: string
}

/** All parameters with a history. */
export const picksOf = (tree: Tree): Pick[] =>
  Object.values(tree).flatMap((net) =>
    Object.values(net.devices).flatMap((device) =>
      Object.entries(device.parameters).flatMap(([id, { name, label, unitName, isTracked }]) => {
        if (!isTracked) return []
        const more = [label === undefined ? '' : ` [${label}]`, unitName === undefined ? '' : `, ${unitName}`].join('')
        return [{ id: Number(id), name: `${name}${more}`, place: `${net.name} › ${device.name}` }]
      }),
    ),
  )

/** Those with all the words somewhere in them. */
export const foundIn = (picks: readonly Pick[], text: string): readonly Pick[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return picks
  return picks.filter(({ name, place }) => {
    const where = `${name} ${place}`.toLowerCase()
    return words.every((word) => where.includes(word))
  })
}
