import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Confirmation } from '@busbar/alerts/model'
import { VirtualClock } from '@busbar/kit'
import {
  addConfirm,
  addIncomingSms,
  addLocation,
  anOutbox,
  begin,
  hostileTexts,
  type IncomingSms,
  post,
  type SeenOccurrence,
  SmsReplies,
  smsText,
  startOn,
} from '@busbar/messaging/testing'
import Fastify from 'fastify'
import { GuessLimits } from '../accounts/sessions/guess-limits.ts'

const weekMs = 7 * 86_400_000

const setUp = async () => {
  const outbox = await anOutbox()
  const confirmed: (SeenOccurrence & { from: string })[] = []
  const errors: object[] = []
  const time = { ms: startOn, isFailing: false }
  const options = {
    sql: outbox.sql,
    timeZone: 'Europe/Kyiv',
    publicUrl: () => 'https://busbar.example.org',
    now: () => new Date(time.ms),
    async confirm(seen: readonly SeenOccurrence[], from: string): Promise<Confirmation> {
      if (time.isFailing) throw new Error('no database')
      confirmed.push(...seen.map((one) => ({ ...one, from })))
      for (const { orgId, alertId, episode } of seen) {
        await outbox.sql`
          update alert_record set confirmed_on = ${new Date(time.ms)}, confirmed_from = ${from}
          where org_id = ${orgId} and alert_id = ${alertId} and episode = ${episode}`
      }
      return 'confirmed'
    },
    log: { error: (details: object) => void errors.push(details), info: () => {} },
  }
  const app = Fastify()
  // As in the service: Fastify reads no bodies.
  app.addHttpMethod('POST', { hasBody: false, overrideExisting: true })
  addConfirm(app, options)
  return { ...outbox, confirmed, errors, time, app, answers: new SmsReplies(options) }
}

/** The link in the mail about an alert. */
const setUpLink = async () => {
  const all = await setUp()
  await begin(all.sql, all.place)
  await post(all.sql, all.place)
  await all.run()
  const link = new URL(all.recorders.email.sent[0]?.confirmUrl ?? '')
  const ask = async (method: 'GET' | 'POST' | 'HEAD', url = `${link.pathname}${link.search}`) => {
    const { statusCode, body, headers } = await all.app.inject({
      method,
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    return { statusCode, body, headers }
  }
  return { ...all, link, ask }
}

test('looking confirms nothing, however often; the button does, once', async () => {
  const { ask, confirmed, place } = await setUpLink()
  for (let n = 0; n < 3; n += 1) {
    const page = await ask('GET')
    assert.equal(page.statusCode, 200)
    assert.match(page.body, /<h1>Too hot<\/h1>[^]*<form method="post" action="[^"]*"><button>Acknowledge<\/button>/)
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
    assert.equal(page.headers['referrer-policy'], 'no-referrer')
    await ask('HEAD')
  }
  assert.deepEqual(confirmed, [])
  assert.match((await ask('POST')).body, /Acknowledged. Thank you./)
  assert.deepEqual(confirmed, [{ orgId: place.orgId, alertId: place.alertId, episode: 1, from: 'email' }])
  for (const [method, status] of [
    ['POST', 409],
    ['GET', 200],
  ] as const) {
    const again = await ask(method)
    assert.equal(again.statusCode, status)
    assert.match(again.body, /already been[^]*<dt>Acknowledged<\/dt><dd>email, 2026-11-15 08:30:00 Europe\/Kyiv/)
    assert.doesNotMatch(again.body, /<button>|Thank you/)
  }
  assert.equal(confirmed.length, 1)
})

test('a notification is answered in a word, and who has the device has confirmed', async () => {
  const { app, sql, link, confirmed, time } = await setUpLink()
  await sql`update confirm_token set confirmed_by = 'Ann'`
  const press = async (path = `${link.pathname}?episode=1&additions=0`) => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: path,
      headers: { accept: 'application/json' },
    })
    return [statusCode, body]
  }
  time.isFailing = true
  assert.deepEqual(await press(), [500, '{"outcome":"failed"}'])
  time.isFailing = false
  assert.deepEqual(await press(), [200, '{"outcome":"confirmed"}'])
  assert.deepEqual(
    confirmed.map(({ from, episode, additions }) => [from, episode, additions]),
    [['Ann', 1, 0]],
  )
  assert.deepEqual(await press(), [409, '{"outcome":"confirmed-before"}'])
  assert.deepEqual(await press(`/confirm/${randomUUID()}`), [404, '{"outcome":"gone"}'])
})

test('the page shows where it is, the value with its limit, since when, and what to do, before it asks', async () => {
  const { ask, sql } = await setUpLink()
  await sql`update alert set description = 'Call the boiler man, 555 12'`
  const lines = Array.from(
    (await ask('GET')).body.matchAll(/<dt>(.*)<\/dt><dd>(.*)<\/dd>/g),
    ([, a, b]) => `${a}: ${b}`,
  )
  assert.deepEqual(lines, [
    'Name: Too hot',
    'Level: Failure',
    'Source: Boiler house / Boiler 2 / Temperature',
    'Value: 93.5 °C (&gt; 90)',
    'Active since: 2026-11-15 08:29:00 Europe/Kyiv (UTC+02:00)',
    'Organization: Heat &amp; Co',
    'Description: Call the boiler man, 555 12',
  ])
})

test('times are in the time zone of the organization, also where the hours of the alert have another', async () => {
  const { ask, sql } = await setUpLink()
  await sql`update org set time_zone = 'Asia/Tokyo'`
  await sql`update alert set active_hours = '{"timeZone":"Europe/Warsaw","spans":[]}'`
  assert.match((await ask('GET')).body, /<dd>2026-11-15 15:29:00 Asia\/Tokyo \(UTC\+09:00\)<\/dd>/)
})

test('the link of a resolved alert shows the time and acknowledges nothing', async () => {
  const { ask, sql, confirmed } = await setUpLink()
  await sql`update alert_record set resolved_on = ${new Date(startOn)}, closed_on = ${new Date(startOn)}, how = 'resolved'`
  await sql`update alert_state set state = jsonb_set(state, '{episode,closedOn}', '1')`
  for (const method of ['GET', 'POST'] as const) {
    const { body } = await ask(method)
    assert.match(body, /This alert has resolved[^]*<dt>Resolved at<\/dt><dd>2026-11-15 08:30:00 Europe\/Kyiv/)
    assert.doesNotMatch(body, /<button>|Thank you/)
  }
  assert.deepEqual(confirmed, [])
})

test('the link of an old alert event shows the new one with a separate button', async () => {
  const { ask, sql, confirmed, place, link } = await setUpLink()
  const buttons = (body: string): (string | undefined)[] =>
    Array.from(body.matchAll(/action="\?(.*?)"/g), ([, one]) => one)
  await begin(sql, place, 2)
  const page = (await ask('GET')).body
  assert.match(page, /has resolved[^]*Resolved at[^]*fired again[^]*Active since<\/dt><dd>2026-11-15 09:29:00/)
  assert.deepEqual(buttons(page), ['lang=en&amp;episode=2&amp;additions=0'])
  const old = await ask('POST')
  assert.deepEqual([old.statusCode, /Nothing was acknowledged/.test(old.body), confirmed.length], [409, true, 0])
  // The third began after the page was shown.
  await begin(sql, place, 3)
  for (const [episode, status] of [
    [2, 409],
    [4, 409],
    [3, 200],
    [3, 409],
  ] as const) {
    const { statusCode } = await ask('POST', `${link.pathname}?lang=en&episode=${episode}`)
    assert.equal(statusCode, status, `activation ${episode}`)
  }
  assert.deepEqual(
    confirmed.map(({ episode }) => episode),
    [3],
  )
})

test('one of several concurrent requests acknowledges the alert', async () => {
  const { ask, confirmed } = await setUpLink()
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('POST')))
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1)
  assert.equal(confirmed.length, 1)
})

test('a link expires after a week', async () => {
  const { ask, confirmed, time } = await setUpLink()
  time.ms += weekMs - 1
  assert.equal((await ask('GET')).statusCode, 200)
  time.ms += 1
  assert.deepEqual([(await ask('GET')).statusCode, (await ask('POST')).statusCode], [404, 404])
  assert.deepEqual(confirmed, [])
})

test('a failed acknowledgement can be repeated', async () => {
  const { ask, confirmed, time, errors } = await setUpLink()
  time.isFailing = true
  const page = await ask('POST')
  assert.deepEqual(
    [page.statusCode, page.body.includes('Try again'), page.body.includes('no database')],
    [500, true, false],
  )
  assert.equal(errors.length, 1)
  time.isFailing = false
  assert.equal((await ask('POST')).statusCode, 200)
  assert.equal(confirmed.length, 1)
})

test('only the hash of a token is stored; another token opens nothing', async () => {
  const { ask, sql, link, confirmed } = await setUpLink()
  const token = link.pathname.split('/')[2] ?? ''
  const rows = await sql`select * from confirm_token`
  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify(rows).includes(token))
  for (const other of [randomUUID(), 'x', '%00', '..%2f', "'%20or%201=1"]) {
    for (const method of ['GET', 'POST'] as const) {
      assert.equal((await ask(method, `/confirm/${other}`)).statusCode, 404, other)
    }
  }
  assert.deepEqual(confirmed, [])
})

test('the page exists in each language, and texts of users are never markup', async () => {
  const { ask, link, sql } = await setUpLink()
  for (const [lang, text] of [
    ['pl', 'Potwierdź'],
    ['ru', 'Подтвердить'],
    ['ua', 'Підтвердити'],
    ['"><script>', 'Acknowledge'],
  ] as const) {
    const { body } = await ask('GET', `${link.pathname}?lang=${encodeURIComponent(lang)}`)
    assert.ok(body.includes(text))
  }
  for (const hostile of hostileTexts.filter((one) => !one.includes('\0') && one.isWellFormed())) {
    await sql`update alert set description = ${hostile}`
    await sql`update alert_record set name = ${hostile.slice(0, 200)}`
    const { body } = await ask('GET')
    const tags = Array.from(body.matchAll(/<\/?(\w+)/g), ([, name]) => name)
    assert.deepEqual(
      new Set(tags),
      new Set('html head meta title style body main p b h1 form button dl dt dd a'.split(' ')),
    )
  }
})

describe('an SMS that answers', () => {
  const phone = '+48 123 456 789'
  const setUpSms = async () => {
    const all = await setUp()
    const other = await addLocation(all.sql, 'Others')
    const first = await post(all.sql, all.place, { type: 'sms', recepient: phone, episode: 1 })
    await all.run()
    all.later(1000)
    const second = await post(all.sql, other, { type: 'sms', recepient: phone, episode: 5 })
    await all.run()
    return { ...all, other, first, second }
  }
  let shared: ReturnType<typeof setUpSms> | undefined
  /** Answers change nothing but the list of them: one outbox does for all. */
  const sharedSms = async () => {
    shared ??= setUpSms()
    const all = await shared
    all.confirmed.length = 0
    return all
  }
  for (const [text, which] of [
    ['ok', 'second'],
    [' OK! ', 'second'],
    ['Ок', 'second'],
    ['confirm', 'second'],
    ['Підтверджую', 'second'],
    ['ok FIRST', 'first'],
    ['OK SECOND', 'second'],
    ['ok 999999', null],
    ['not ok', null],
    ['ok?? why', null],
    ['', null],
  ] as const) {
    test(`"${text}": ${which}`, async () => {
      const { answers, confirmed, place, other, first, second } = await sharedSms()
      const said = text.replace('FIRST', String(first)).replace('SECOND', String(second))
      await answers.take({ from: '48123456789', text: said })
      const expected =
        which === null
          ? []
          : [
              which === 'first'
                ? { orgId: place.orgId, alertId: place.alertId, episode: 1, additions: 0, from: 'sms +48123456789' }
                : { orgId: other.orgId, alertId: other.alertId, episode: 5, additions: 0, from: 'sms +48123456789' },
            ]
      assert.deepEqual(confirmed, expected)
    })
  }

  test('from another telephone: nothing, even with the code', async () => {
    const { answers, confirmed, first } = await sharedSms()
    for (const text of ['ok', `ok ${first}`]) await answers.take({ from: '+48999999999', text })
    assert.deepEqual(confirmed, [])
  })

  test('a reply by SMS names the alert and the organization once, and no other organization replies', async () => {
    const { answers, sql, run, later, recorders, other, first, second } = await setUpSms()
    const answer = async (text: string) => {
      recorders.sms.sent.length = 0
      for (let n = 0; n < 2; n += 1) await answers.take({ from: '48123456789', text })
      later(1000)
      await run()
      return recorders.sms.sent.map((sent) => [
        sent.recepient,
        ...smsText(sent, 'https://b', true).split('\n').slice(0, 2),
      ])
    }
    assert.deepEqual(await answer(`ok ${first}`), [[phone, 'Acknowledged: Too hot', 'Heat & Co']])
    // Recipients of acknowledgements receive one message.
    const follow = await post(sql, other, { type: 'sms', recepient: '+48123456789', stage: 'confirmed', episode: 5 })
    assert.equal((await answer(`ok ${second}`)).length, 1)
    assert.equal(recorders.sms.sent[0]?.id, follow)
  })

  test('skips acknowledged and resolved alerts', async () => {
    const { answers, confirmed, sql, place, other } = await setUpSms()
    await sql`
      insert into alert_record (org_id, alert_id, episode, name, log_as, since_on, started_on, confirmed_on, confirmed_from)
      values (${other.orgId}, ${other.alertId}, 5, 'x', 'info', now(), now(), now(), 'somebody')`
    await answers.take({ from: '48123456789', text: 'ok' })
    assert.deepEqual(
      confirmed.map(({ orgId }) => orgId),
      [place.orgId],
    )
  })
})

describe('the door for a provider that delivers answers', () => {
  const incoming = { secret: 'a secret of the provider', from: 'msisdn', text: 'body' }
  const setUpDoor = () => {
    const taken: IncomingSms[] = []
    const clock = new VirtualClock()
    const app = Fastify()
    app.addHttpMethod('POST', { hasBody: false, overrideExisting: true })
    const guesses = new GuessLimits(clock)
    addIncomingSms(app, { incoming, clock, guesses, take: async (sms) => void taken.push(sms) })
    const visit = (secret: string, remoteAddress: string, type: string, payload: string) => {
      const url = `/incoming-sms?secret=${encodeURIComponent(secret)}`
      return app.inject({ method: 'POST', url, remoteAddress, headers: { 'content-type': type }, payload })
    }
    /** Time passes for those who are kept waiting. */
    const ask = async (secret: string, type: string, payload: string, from = '192.0.2.1') => {
      const asked = visit(secret, from, type, payload)
      const startedMs = clock.now()
      const answered: unknown[] = []
      void asked.then((answer) => answered.push(answer))
      for (let turn = 0; answered.length === 0; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve))
        if (turn > 20) clock.advance(100)
      }
      return { status: (await asked).statusCode, tookMs: clock.now() - startedMs }
    }
    return { taken, ask }
  }
  const form = 'application/x-www-form-urlencoded'
  for (const [name, secret, type, payload, status] of [
    ['a form', incoming.secret, form, 'msisdn=48123456789&body=ok', 200],
    ['JSON', incoming.secret, 'application/json', '{"msisdn": "48123456789", "body": "ok"}', 200],
    ['a wrong secret', 'guess', form, 'msisdn=48123456789&body=ok', 401],
    ['no secret', '', form, 'msisdn=48123456789&body=ok', 401],
    ['no JSON', incoming.secret, 'application/json', '{', 400],
    ['other names', incoming.secret, form, 'from=1&text=ok', 400],
    ['too long', incoming.secret, form, `msisdn=1&body=${'x'.repeat(20_000)}`, 413],
  ] as const) {
    test(name, async () => {
      const { taken, ask } = setUpDoor()
      assert.equal((await ask(secret, type, payload)).status, status)
      assert.deepEqual(taken, status === 200 ? [{ from: '48123456789', text: 'ok' }] : [])
    })
  }

  test('a caller that guesses secrets is slowed down and then refused; others and the provider are not', async () => {
    const { taken, ask } = setUpDoor()
    const sms = 'msisdn=48123456789&body=ok'
    assert.deepEqual(await ask(incoming.secret, form, sms), { status: 200, tookMs: 0 })
    const guessed = []
    for (let n = 0; n < 40; n += 1) guessed.push(await ask(`guess ${n}`, form, sms, '198.51.100.7'))
    const slow = guessed.filter(({ status }) => status === 401)
    assert.ok(slow.every(({ tookMs }) => tookMs >= 1000))
    assert.ok(slow.length <= 20, `${slow.length} guesses in ${slow.length} seconds`)
    const [last] = guessed.slice(-1)
    assert.equal(last?.status, 429)
    assert.equal((await ask(incoming.secret, form, sms, '198.51.100.7')).status, 429, 'not even with the right one')
    assert.equal((await ask(incoming.secret, form, sms, '203.0.113.5')).status, 200)
    assert.equal(taken.length, 2)
  })
})
