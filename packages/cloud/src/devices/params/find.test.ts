import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '@busbar/wire/server'
import * as fc from 'fast-check'
import { startApi, type TestApi } from '../../testing/api.ts'
import { findParam, findParams } from './find.sql.ts'

/** A parameter with all that a reference can say of it. */
interface FindableParam {
  orgId: number
  netId: number
  netSlug: string
  ip: string | null
  mac: string | null
  deviceId: number
  deviceSlug: string
  unit: number
  id: number
  slug: string
  kind: string
  address: number
  /** The bits that it takes of its register; null is all of them. */
  bits: string | null
}

/** Few slugs, units and addresses, so that much is ambiguous; the same in two organizations. */
const world = async ({ service: { db }, orgId, otherOrgId }: TestApi): Promise<void> => {
  await db.sql`
    insert into net (org_id, name, slug, ip, port, mac, created_on)
    select org, 'n', (array['n', 'm', 'k'])[n], case when n < 3 then '192.0.2.1' end, 502 + n,
           case when n = 3 then ('02005e1000' || lpad(org::text, 2, '0'))::macaddr end, now()
    from unnest(array[${orgId}, ${otherOrgId}]::bigint[]) org, generate_series(1, 3) n`
  await db.sql`
    insert into device (org_id, net_id, name, slug, modbus_unit_id, created_on)
    select org_id, id, 'd', 'd' || row_number() over (partition by org_id order by id, d), d / 2, now()
    from net, generate_series(1, 3) d`
  await db.sql`
    insert into param (org_id, device_id, name, slug, address, register_kind, value_type, bit_position, bits_amount)
    select org_id, d.id, '{"en": "p"}', p.slug, p.address, p.kind, p.value_type, p.at, p.width
    from device d, lateral (values
      ('p', 0, 'holding', 'u16', null, null), ('q', 0, 'holding', 'bit', null, null), ('r', 0, 'holding', 'u16', 3, 2),
      ('s' || d.id, 1, 'holding', 'bitmask', 3, 2), ('t', 1, 'holding', 'bit', 1, null), ('u', 2, 'holding', 'u16', 0, 4),
      ('v', 0, 'coil', 'bit', null, null), ('w', 1, 'coil', 'bit', 0, 1), ('x', 1, 'input', 'string', null, 16),
      ('y', 0, 'input', 'u32', null, null), ('z', 0, 'input', 'u16', null, null)
    ) p (slug, address, kind, value_type, at, width)
    where (d.id + p.address + length(p.slug)) % 4 <> 0`
}

const allParams = ({ service: { db } }: TestApi) => db.sql<FindableParam[]>`
  select p.org_id as "orgId", n.id as "netId", n.slug as "netSlug", n.ip, replace(n.mac::text, ':', '-') as mac,
         d.id as "deviceId", d.slug as "deviceSlug", d.modbus_unit_id as unit, p.id, p.slug, p.register_kind as kind,
         p.address, case when p.register_kind <> 'coil' and p.value_type <> 'string' then
           case when p.bits_amount is null and p.value_type <> 'bit' then null
           else concat(coalesce(p.bit_position, 0), '-', coalesce(p.bit_position, 0) + coalesce(p.bits_amount, 1) - 1) end
         end as bits
  from param p join device d on d.id = p.device_id join net n on n.id = d.net_id`

type ParamPredicate = (param: FindableParam) => boolean
interface ReferenceCase {
  text: string
  fits: ParamPredicate
  /** Does the address of a whole register come before its fields? */
  prefersRegister: boolean
}

/** References of every form, each with what it means. */
const references = (params: readonly FindableParam[]): fc.Arbitrary<ReferenceCase> => {
  const of = fc.constantFrom(...params)
  const net = of.chain((p) =>
    fc.constantFrom<[string, ParamPredicate]>(
      [`#${p.netId}`, (q) => q.netId === p.netId],
      [`[${p.netSlug}]`, (q) => q.netSlug === p.netSlug],
      p.ip === null ? ['203.0.113.9', () => false] : [p.ip, (q) => q.ip === p.ip],
      p.mac === null ? ['02-00-00-00-00-09', () => false] : [p.mac.toUpperCase(), (q) => q.mac === p.mac],
    ),
  )
  const device = fc.oneof(
    of.map((p): [string, ParamPredicate] => [`#${p.deviceId}`, (q) => q.deviceId === p.deviceId]),
    of.map((p): [string, ParamPredicate] => [`[${p.deviceSlug}]`, (q) => q.deviceSlug === p.deviceSlug]),
    of.map((p): [string, ParamPredicate] => [p.deviceSlug, (q) => q.deviceSlug === p.deviceSlug]),
    fc
      .tuple(net, fc.nat(2))
      .map(([[text, fits], unit]): [string, ParamPredicate] => [`${text}>${unit}`, (q) => fits(q) && q.unit === unit]),
  )
  const letters: Record<string, string> = { holding: '', coil: 'c', input: 'i', 'discrete-input': 'd' }
  const byAddress = fc.tuple(device, of, fc.nat(3), fc.boolean()).map(([[text, fits], p, form]): ReferenceCase => {
    const isAt: ParamPredicate = (q) => fits(q) && q.kind === p.kind && q.address === p.address
    if (form === 0) return { text: `${text}>${p.kind}>${p.address}`, fits: isAt, prefersRegister: true }
    if (form === 1) return { text: `${text}>${p.address}${letters[p.kind]}`, fits: isAt, prefersRegister: true }
    const bits = p.bits ?? '0-15'
    const [low, high] = bits.split('-')
    const written = low === high && form === 2 ? low : bits
    return {
      text: `${text}>${p.address}.${written}${letters[p.kind]}`,
      fits: (q) => isAt(q) && q.bits === bits,
      prefersRegister: false,
    }
  })
  const plain = fc.oneof(
    of.map((p): [string, ParamPredicate] => [`#${p.id}`, (q) => q.id === p.id]),
    of.map((p): [string, ParamPredicate] => [`${p.id}#whatever@x@y`, (q) => q.id === p.id]),
    of.map((p): [string, ParamPredicate] => [`[${p.slug}]`, (q) => q.slug === p.slug]),
    of.map((p): [string, ParamPredicate] => [p.slug, (q) => q.slug === p.slug]),
    fc
      .tuple(of, of)
      .map(([p, d]): [string, ParamPredicate] => [
        `${d.deviceSlug}.${p.slug}`,
        (q) => q.slug === p.slug && q.deviceSlug === d.deviceSlug,
      ]),
    fc
      .tuple(of, of)
      .map(([p, n]): [string, ParamPredicate] => [
        `${n.netSlug}.${p.deviceSlug}.${p.slug}`,
        (q) => q.slug === p.slug && q.deviceSlug === p.deviceSlug && q.netSlug === n.netSlug,
      ]),
  )
  return fc.oneof(
    byAddress,
    plain.map(([text, fits]) => ({ text, fits, prefersRegister: false })),
  )
}

const naive = (
  params: readonly FindableParam[],
  { fits, prefersRegister }: ReferenceCase,
): number | 'none' | 'ambiguous' => {
  const all = params.filter(fits)
  const registers = all.filter(({ bits }) => bits === null)
  const isOneDevice = new Set(all.map(({ deviceId }) => deviceId)).size === 1
  const [first, second] = prefersRegister && isOneDevice && registers.length > 0 ? registers : all
  if (first === undefined) return 'none'
  return second === undefined ? first.id : 'ambiguous'
}

test('get-id-by-reference', async (t) => {
  const api = await startApi(t)
  await world(api)
  const everything = Array.from(await allParams(api))
  const { orgId, otherOrgId, call, service } = api
  const ask = (as: 'viewer' | 'demo' | 'stranger', body: unknown) =>
    call(as, 'POST', `/org/${orgId}/params/get-id-by-reference/`, body)

  await t.test('finds what a search over all parameters finds, in its own organization', async () => {
    const seen = { none: 0, ambiguous: 0, found: 0 }
    await fc.assert(
      fc.asyncProperty(references(everything), fc.constantFrom(orgId, otherOrgId), async (reference, org) => {
        const expected = naive(
          everything.filter((param) => param.orgId === org),
          reference,
        )
        const found = await findParam(service.db.sql, org, reference.text).catch((error: unknown) => {
          assert.ok(error instanceof Refusal && error.code === 'ObjectNotFound')
          return error.message.includes('ambiguous') ? 'ambiguous' : 'none'
        })
        assert.equal(found, expected, reference.text)
        seen[typeof found === 'number' ? 'found' : found] += 1
      }),
      { numRuns: 1500 },
    )
    assert.ok(
      Object.values(seen).every((count) => count > 50),
      JSON.stringify(seen),
    )
  })

  await t.test('finds many at once as it finds each', async () => {
    const texts = fc.sample(references(everything), 300).map(({ text }) => text)
    const found = await findParams(service.db.sql, orgId, [...texts, 'not>a>reference', ''])
    const each = new Map<string, number>()
    for (const text of texts) {
      const id = await findParam(service.db.sql, orgId, text).catch(() => null)
      if (id !== null) each.set(text, id)
    }
    assert.deepEqual(found, each)
    assert.ok(found.size > 50)
  })

  await t.test('at the door', async () => {
    const [ours] = everything.filter((param) => param.orgId === orgId)
    const [theirs] = everything.filter((param) => param.orgId === otherOrgId)
    assert.ok(ours && theirs)
    assert.deepEqual((await ask('viewer', `#${ours.id}`)).body, { id: ours.id })
    const refusals = await Promise.all([`#${theirs.id}`, 'p', '', '#', '[d1]>9'].map((text) => ask('viewer', text)))
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [404, 404, 404, 404, 404],
    )
    assert.match(JSON.stringify(refusals[1]?.body), /ObjectNotFound.*ambiguous/)
    assert.equal((await ask('demo', `#${ours.id}`)).status, 401)
    assert.equal((await ask('stranger', `#${ours.id}`)).status, 404)
    assert.equal((await ask('viewer', { ref: 1 })).status, 400)
  })
})
