import type { AnswerOf } from '../../../api/api-query.ts'

export type ImportAnswer = AnswerOf<'readingsImport', 'run'>

export const noOutcome: ImportAnswer = { names: [], stored: 0, aside: [], refused: [], refusedCount: 0 }

const refusedMax = 100

/** What two parts of a file come to. */
export const joined = (a: ImportAnswer, b: ImportAnswer): ImportAnswer => {
  const names = new Map(a.names.map((one) => [one.name, one]))
  for (const one of b.names) {
    const known = names.get(one.name)
    names.set(
      one.name,
      known === undefined
        ? one
        : {
            ...known,
            count: known.count + one.count,
            gaps: known.gaps + one.gaps,
            from: known.from < one.from ? known.from : one.from,
            till: known.till > one.till ? known.till : one.till,
          },
    )
  }
  const aside = new Map(a.aside.map(({ reason, count }) => [reason, count]))
  for (const { reason, count } of b.aside) aside.set(reason, (aside.get(reason) ?? 0) + count)
  return {
    names: [...names.values()],
    stored: a.stored + b.stored,
    aside: [...aside].map(([reason, count]) => ({ reason, count })),
    refused: [...a.refused, ...b.refused].slice(0, refusedMax),
    refusedCount: a.refusedCount + b.refusedCount,
  }
}
