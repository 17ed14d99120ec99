import type { Queries } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { chooseMatch } from './match.rules.ts'
import {
  type IdQuery,
  type LocationQuery,
  matchIds,
  matchLocations,
  matchNets,
  matchPaths,
  matchSlugs,
  type PathQuery,
} from './matches.sql.ts'
import { type ParamRef, parseNetRef, parseParamRef } from './reference.rules.ts'

/** The parameter of an organization that a reference names; refuses what names none, or more than one. */
export const findParam = async (sql: Queries, orgId: number, reference: string): Promise<number> => {
  const ref = parseParamRef(reference)
  if (ref === null) throw new Refusal('ObjectNotFound', 'The reference has none of the forms of a reference.')
  const [choice = 'none'] = await choices(sql, orgId, [ref])
  if (choice === 'none') throw new Refusal('ObjectNotFound')
  if (choice === 'ambiguous') {
    throw new Refusal('ObjectNotFound', 'The reference is ambiguous: more than one parameter fits it.')
  }
  return choice
}

/** The parameters of an organization that references name, each exactly one; the others are left out. */
export const findParams = async (
  sql: Queries,
  orgId: number,
  references: Iterable<string>,
): Promise<Map<string, number>> => {
  const parsed = parsedAll(references, parseParamRef)
  const found = await choices(
    sql,
    orgId,
    parsed.map(([, ref]) => ref),
  )
  const pairs = parsed.map(([reference], at) => [reference, found[at]] as const)
  return new Map(pairs.filter((pair): pair is [string, number] => typeof pair[1] === 'number'))
}

/** The same for networks. */
export const findNets = async (
  sql: Queries,
  orgId: number,
  references: Iterable<string>,
): Promise<Map<string, number>> => {
  const parsed = parsedAll(references, parseNetRef)
  if (parsed.length === 0) return new Map()
  const rows = await matchNets(
    sql,
    orgId,
    parsed.map(([, net], at) => ({ at, net })),
  )
  return new Map(rows.filter(({ count }) => count === 1).map(({ at, id }) => [parsed[at]?.[0] ?? '', id]))
}

const parsedAll = <Ref>(references: Iterable<string>, parse: (text: string) => Ref | null): [string, Ref][] =>
  [...new Set(references)].flatMap((reference): [string, Ref][] => {
    const ref = parse(reference)
    return ref === null ? [] : [[reference, ref]]
  })

/** Runs one statement for each form of reference in the list. */
const choices = async (sql: Queries, orgId: number, refs: readonly ParamRef[]) => {
  const [ids, slugs, paths, locations]: [IdQuery[], PathQuery[], PathQuery[], LocationQuery[]] = [[], [], [], []]
  for (const [at, ref] of refs.entries()) {
    if ('id' in ref) ids.push({ at, id: ref.id })
    else if ('slug' in ref) slugs.push({ at, path: [ref.slug] })
    else if ('path' in ref) (ref.path.length === 1 ? slugs : paths).push({ at, path: ref.path })
    else locations.push({ at, ...ref })
  }
  const rows = await Promise.all([
    ids.length > 0 ? matchIds(sql, orgId, ids) : [],
    slugs.length > 0 ? matchSlugs(sql, orgId, slugs) : [],
    paths.length > 0 ? matchPaths(sql, orgId, paths) : [],
    locations.length > 0 ? matchLocations(sql, orgId, locations) : [],
  ])
  const byIndex = Map.groupBy(rows.flat(), ({ at }) => at)
  return refs.map((_, at) => chooseMatch(byIndex.get(at) ?? []))
}
