import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Confirmation } from '@busbar/alerts/model'
import { SmsReplies } from './sms/incoming-sms.ts'
import { addLocation, anOutbox, begin, post } from './testing/outbox.ts'
import { smsText } from './texts/sms-text.ts'

const phone = '+48123456789'

describe("replies to a recipient's SMS", () => {
  let all: Awaited<ReturnType<typeof anOutbox>>
  let answer: Confirmation = 'confirmed'
  const confirmed: number[] = []
  before(async () => {
    all = await anOutbox()
  })
  const say = async (text: string): Promise<string[]> => {
    const { sql, later, run, recorders } = all
    const log = { info() {}, error() {} }
    const confirm = async (seen: readonly { alertId: number }[]): Promise<Confirmation> => {
      confirmed.push(...seen.map(({ alertId }) => alertId))
      return answer
    }
    recorders.sms.sent.length = 0
    later(1000)
    await new SmsReplies({ sql, now: () => new Date(Date.UTC(2026, 10, 15, 7)), confirm, log }).take({
      from: phone,
      text,
    })
    later(3_600_000)
    await run()
    return recorders.sms.sent.map((sent) => smsText(sent, 'https://b', true).split('\n')[0] ?? '')
  }
  const tell = async (
    name: string,
    alert: object = {},
  ): Promise<{ orgId: number; paramId: number; alertId: number }> => {
    const place = await addLocation(all.sql, name)
    await post(all.sql, place, { type: 'sms', recepient: phone, name, ...alert })
    await all.run()
    all.later(1000)
    return place
  }

  test('acknowledges the newest open alert and skips resolved ones, with or without a record', async () => {
    const { sql } = all
    const open = await tell('Open')
    await begin(sql, open)
    const over = await tell('Over')
    await begin(sql, over)
    await sql`update alert_record set closed_on = now(), resolved_on = now(), how = 'resolved' where org_id = ${over.orgId}`
    const unlogged = await tell('Unlogged')
    await sql`insert into alert_state (org_id, alert_id, state) values (${unlogged.orgId}, ${unlogged.alertId}, '{"episode": {"no": 1, "closedOn": 5}}')`
    confirmed.length = 0
    assert.deepEqual(await say('ok'), ['Acknowledged: Open'])
    assert.deepEqual(confirmed, [open.alertId])
    await sql`update alert_record set confirmed_on = now(), confirmed_from = 'Olena' where org_id = ${open.orgId}`
  })

  test('replies once with the state of the newest alert when there is nothing to acknowledge', async () => {
    const { sql } = all
    const place = await tell('Pump')
    await begin(sql, place)
    await sql`update alert_record set confirmed_on = now(), confirmed_from = 'Olena' where org_id = ${place.orgId}`
    confirmed.length = 0
    assert.deepEqual(await say('ok'), ['Acknowledged: Pump'])
    assert.deepEqual(await say('ok'), [])
    const other = await tell('Fan')
    await begin(sql, other)
    await sql`update alert_record set closed_on = now(), resolved_on = now(), how = 'resolved' where org_id = ${other.orgId}`
    assert.deepEqual(await say('ok'), ['Resolved: Fan'])
    assert.deepEqual(confirmed, [])
  })

  test('a number that was called may answer too; contacts get one message about their confirmation', async () => {
    const { sql } = all
    const place = await tell('Called', { type: 'voice-call' })
    await begin(sql, place)
    await sql`update message set contact_id = 7 where org_id = ${place.orgId}`
    answer = 'confirmed'
    assert.deepEqual(await say('ok'), ['Acknowledged: Called'])
    const rows = await sql<{ item: string }[]>`select item from message where org_id = ${place.orgId} order by id`
    assert.equal(rows[1]?.item, 'ec7')
  })

  test('messages are in the language of the one contact who has the address', async () => {
    const { sql, recorders, run } = all
    const place = await addLocation(sql, 'Languages')
    const add = (address: string, language: string) => sql<{ id: number }[]>`
      insert into contact (org_id, name, language, channels, created_on)
      values (${place.orgId}, 'x', ${language}, ${sql.json([{ type: 'email', address }])}, now()) returning id`
    await add('Anna@example.org', 'pl')
    const [second] = await add('two@example.org', 'uk')
    await add('two@example.org', 'ru')
    recorders.email.sent.length = 0
    for (const recepient of ['anna@example.org', 'two@example.org', 'two@example.org', 'none@example.org'])
      await post(sql, place, { recepient, logAs: 'critical' })
    await sql`update message set contact_id = ${second?.id ?? 0} where id in (
      select max(id) from message where org_id = ${place.orgId} and recepient = 'two@example.org')`
    await run()
    const languages = recorders.email.sent.map(({ parts: [one], confirmUrl }) => [
      one?.snapshot.language,
      confirmUrl?.split('lang=')[1],
    ])
    assert.deepEqual(
      languages.toSorted((one, other) => String(one[0]).localeCompare(String(other[0]))),
      [
        ['en', 'en'],
        ['en', 'en'],
        ['pl', 'pl'],
        ['ua', 'ua'],
      ],
    )
  })
})
