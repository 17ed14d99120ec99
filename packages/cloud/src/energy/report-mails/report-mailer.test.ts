import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MailServer } from '@busbar/messaging/testing'
import Fastify, { type FastifyInstance } from 'fastify'
import { startApi, type TestApi } from '../../testing/api.ts'
import { branchOf, savedReport } from '../reports/testing/saved-report.ts'
import { addAddressPage } from './address-page.ts'
import { composeMail } from './compose-mail.ts'
import { ReportMailer, type ReportMailerOptions } from './report-mailer.ts'

const dayMs = 86_400_000
const monthly = {
  every: 'month',
  day: 1,
  at: '06:00',
  recipients: ['office@example.org', 'customer@example.org'],
  formats: ['xlsx', 'csv', 'html'],
  language: 'pl',
  segment: 'day',
  warnBelow: 95,
} as const

describe('reports by mail', () => {
  const server = new MailServer()
  let api: TestApi
  let smtp: URL
  let reportId = ''
  let app: FastifyInstance
  const ends: (() => unknown)[] = []
  before(async () => {
    smtp = await server.start()
    api = await startApi({ after: (end) => void ends.push(end as () => unknown) }, { smtp })
    await api.call('manager', 'POST', `/org/${api.orgId}/time-zone/`, { timeZone: 'Europe/Warsaw' })
    for (const name of ['office', 'customer', 'gone', 'me']) {
      await api.service.db.sql`
        insert into report_address (org_id, address, is_wanted) values (${api.orgId}, ${`${name}@example.org`}, true)`
    }
    app = Fastify()
    app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null, null))
    addAddressPage(app, { ...api.service, onAnswered: () => api.reportMailer.wake() })
    ends.push(() => app.close())
    reportId = await savedReport(api, [branchOf('Site', { value: { formula: '2 + 3' }, unit: 'kWh' })], {
      name: 'Energia',
    })
  })
  after(async () => {
    for (const end of ends) await end()
    await server.stop()
  })

  const at = (path: string): string => `/resource-report/${reportId}/${path}/`
  const change = (schedule: unknown) => api.call('manager', 'POST', at('schedule'), { schedule })
  const sent = async () => {
    const { body } = await api.call('viewer', 'GET', at('sent'))
    return body as {
      from: string
      recipient: string
      state: string
      reason?: string
      isTest: boolean
      coverage?: number
    }[]
  }
  /** Another node of the same installation; or this one, started again. */
  const node = (more: Partial<ReportMailerOptions> = {}): ReportMailer =>
    new ReportMailer({
      ...api.service,
      smtp: () => ({ url: smtp, from: 'Busbar <reports@example.org>' }),
      compose: (mail) => composeMail(api.service, mail, api.service.publicUrl),
      onMailQueued: () => {},
      log: { error: () => {} },
      ...more,
    })
  const run = async (mailer: ReportMailer): Promise<void> => {
    mailer.wake()
    await mailer.settled()
  }
  const signInAgain = async (): Promise<void> => {
    for (const who of ['manager', 'viewer', 'stranger'] as const) {
      const { token } = await api.service.sessions.open(api.accounts[who], null)
      Object.assign(api.tokens, { [who]: token })
    }
  }

  test('are sent at the end of a month, once to each recipient, with attachments', async () => {
    assert.deepEqual((await change(monthly)).body, { nextOn: '2026-12-01T05:00:00.000Z' })
    await run(api.reportMailer)
    assert.equal(server.mails.length, 0)
    api.clock.advance(18 * dayMs)
    await signInAgain()
    await Promise.all([run(node()), run(api.reportMailer), run(node())])
    assert.deepEqual(server.mails.flatMap(({ to }) => to).toSorted(), ['customer@example.org', 'office@example.org'])
    const { raw } = server.mails[0] ?? { raw: '' }
    assert.match(raw, /^Subject: =\?UTF-8\?|^Subject: Energia: listopad 2026/m)
    assert.match(raw.replaceAll('=\r\n', ''), /Europe\/Warsaw/)
    assert.match(raw, /^Message-ID: <busbar\.report\.\d+@example\.org>\r$/m)
    for (const ending of ['xlsx', 'csv', 'html']) assert.match(raw, new RegExp(`2026-11-01\\.${ending}`))
    await run(node())
    assert.equal(server.mails.length, 2)
    const [first] = await sent()
    assert.deepEqual([first?.state, first?.isTest, first?.coverage], ['sent', false, 1])
    assert.equal(first?.from, '2026-10-31T23:00:00.000Z')
  })

  test('are sent once for each month that passed while the service was stopped', async () => {
    server.mails.length = 0
    api.clock.advance(62 * dayMs)
    await signInAgain()
    await run(node())
    await run(node())
    const periods = (await sent()).map(({ from }) => from.slice(0, 10))
    assert.equal(server.mails.length, 4)
    assert.deepEqual([...new Set(periods)], ['2026-12-31', '2026-11-30', '2026-10-31'])
  })

  test('are sent again with the same message ID when their node was killed while sending', async () => {
    server.mails.length = 0
    const { sql } = api.service.db
    await sql`update report_mail set state = 'sending', next_try_on = ${new Date(api.service.now().getTime() + 20_000)}
              where id = (select max(id) from report_mail)`
    await run(node())
    assert.equal(server.mails.length, 0, 'its lease is not over')
    api.clock.advance(21_000)
    await run(node())
    assert.equal(server.mails.length, 1)
    const [last] = await sent()
    assert.deepEqual([last?.state, last?.reason], ['sent', 'doubled'])
  })

  test('arrive once when the service was killed before sending', async () => {
    server.mails.length = 0
    const { sql } = api.service.db
    await sql`update report_mail set state = 'waiting', attempts = 0, reason = null, sent_on = null
              where id = (select max(id) from report_mail)`
    await run(node())
    await run(node())
    assert.equal(server.mails.length, 1)
    assert.equal((await sent())[0]?.state, 'sent')
  })

  test('report a refusal of the mail server, and notify the editor of the schedule', async () => {
    server.mails.length = 0
    const { sql } = api.service.db
    await sql`update account set email = 'manager@example.org' where id = ${api.accounts.manager}`
    await change({ ...monthly, recipients: ['gone@example.org'] })
    server.refuse = { when: 'rcpt', code: 550 }
    api.clock.advance(31 * dayMs)
    await signInAgain()
    await run(node())
    const [last] = await sent()
    assert.equal(last?.state, 'failed')
    assert.match(last.reason ?? '', /^refused: /)
    const notices = await sql<{ email: string; kind: string }[]>`select email, kind from account_mail`
    assert.deepEqual([...notices], [{ email: 'manager@example.org', kind: 'report' }])
    server.refuse = null
    api.service.mails.wake()
    await api.service.mails.settled()
    assert.match(server.mails[0]?.raw ?? '', /^Subject: A report of|^Subject: =\?UTF-8|^Subject: Raport/m)
  })

  test('a service that starts without a mail server sends once it has one, also if it is without one for a while', async () => {
    server.mails.length = 0
    const { sql } = api.service.db
    let isSet = false
    const mailer = node({ smtp: () => (isSet ? { url: smtp, from: 'reports@example.org' } : null) })
    const tick = async (): Promise<number> => {
      await sql`update report_mail set state = 'waiting', recipient = 'office@example.org', next_try_on = ${api.service.now()}
        where id = (select max(id) from report_mail)`
      api.clock.advance(20_000)
      await mailer.settled()
      return server.mails.length
    }
    mailer.start()
    const sentAt: number[] = []
    for (const isSetNow of [false, true, false, true]) {
      isSet = isSetNow
      sentAt.push(await tick())
    }
    assert.deepEqual(sentAt, [0, 1, 1, 2])
    await mailer.stop()
  })

  test('a schedule that cannot be evaluated is reported and does not keep other reports from being sent', async () => {
    server.mails.length = 0
    await signInAgain()
    const { sql } = api.service.db
    const { body } = await api.call('stranger', 'POST', `/org/${api.otherOrgId}/resource-report/create/`, {
      name: 'Broken',
      branches: [branchOf('Site', { value: { formula: '2 + 3' }, unit: 'kWh' })],
    })
    const { reportId: brokenId } = body as { reportId: string }
    await sql`insert into report_address (org_id, address, is_wanted)
      select ${api.otherOrgId}, one, true from unnest(${[...monthly.recipients]}::text[]) one`
    const scheduled = await api.call('stranger', 'POST', `/resource-report/${brokenId}/schedule/`, {
      schedule: monthly,
    })
    assert.equal(scheduled.status, 200, JSON.stringify(scheduled.body))
    await sql`update org set time_zone = 'Nowhere/Never' where id = ${api.otherOrgId}`
    await sql`update report_schedule set next_on = to_timestamp(0) where report_id = ${brokenId}`
    await change(monthly)
    api.clock.advance(31 * dayMs)
    await signInAgain()
    const failed: unknown[] = []
    await run(node({ log: { error: (details) => failed.push((details as { reportId: string }).reportId) } }))
    assert.deepEqual(failed, [brokenId])
    assert.equal(server.mails.length, 2)
    await sql`delete from report_schedule where report_id = ${brokenId}`
  })

  test('can be sent manually as a test, to one address and with a limit', async () => {
    server.mails.length = 0
    const now = { recipient: 'me@example.org', every: 'week', formats: ['csv'], language: 'en', segment: 'hour' }
    const send = () => api.call('manager', 'POST', at('send-now'), now)
    assert.equal((await send()).status, 200)
    await api.reportMailer.settled()
    assert.match(server.mails[0]?.raw ?? '', /^Subject: =\?UTF-8\?Q\?Test=3A_Energia=3A_/m)
    assert.equal((await sent())[0]?.isTest, true)
    for (let left = 19; left > 0; left -= 1) assert.equal((await send()).status, 200)
    assert.equal((await send()).status, 400)
    await api.reportMailer.settled()
    assert.equal((await api.call('viewer', 'POST', at('send-now'), now)).status, 401)
  })

  test('a schedule that cannot be kept is refused, and one that is ended sends nothing', async () => {
    for (const wrong of [
      { recipients: [] },
      { recipients: ['a@example.org', 'A@example.org'] },
      { recipients: ['a@example.org\r\nBcc: b@example.org'] },
      { every: 'week', day: 8 },
      { at: '24:00' },
      { formats: [] },
      { formats: ['pdf'] },
      { warnBelow: 0 },
    ]) {
      assert.equal((await change({ ...monthly, ...wrong })).status, 400, JSON.stringify(wrong))
    }
    await change(monthly)
    await api.call('manager', 'POST', `/org/${api.orgId}/time-zone/`, { timeZone: 'Asia/Tokyo' })
    const { body } = await api.call('viewer', 'GET', at('schedule'))
    assert.match((body as { nextOn: string }).nextOn, /T21:00/)
    assert.deepEqual((body as { schedule: unknown }).schedule, monthly)
    assert.deepEqual((await change(null)).body, { nextOn: null })
    server.mails.length = 0
    api.clock.advance(62 * dayMs)
    await run(node())
    assert.equal(server.mails.length, 0)
  })

  /** The links of questions that were mailed, by address. */
  const questions = async (): Promise<Map<string, string>> => {
    api.service.mails.wake()
    await api.service.mails.settled()
    const found = server.mails.map(({ to, raw }): [string, string] => {
      const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
      return [to[0] ?? '', /\/report-address\/[0-9a-f-]{36}\?lang=\w\w/.exec(text)?.[0] ?? '']
    })
    return new Map(found)
  }
  const answer = async (link: string | undefined, wants: 'yes' | 'no') => {
    const { statusCode, body } = await app.inject({ method: 'POST', url: `${link}&wants=${wants}` })
    assert.equal(statusCode, 200)
    await api.reportMailer.settled()
    return body
  }
  const addresses = async () => {
    const { body } = await api.call('viewer', 'GET', at('schedule'))
    return (body as { addresses: { address: string; state: string }[] }).addresses.map(({ state }) => state)
  }

  test('strangers are asked first: who agrees gets what waited, who does not gets nothing', async () => {
    const { sql } = api.service.db
    await sql`delete from report_mail`
    await sql`update account set email = 'member@example.org' where id = ${api.accounts.viewer}`
    await signInAgain()
    const recipients = ['yes@example.org', 'NO@example.org', 'late@example.org', 'member@example.org']
    await change({ ...monthly, recipients })
    assert.deepEqual(await addresses(), ['asked', 'asked', 'asked', 'confirmed'])
    const links = await questions()
    assert.deepEqual([...links.keys()].toSorted(), ['late@example.org', 'no@example.org', 'yes@example.org'])
    server.mails.length = 0
    await change({ ...monthly, recipients })
    assert.equal((await questions()).size, 0, 'none is asked twice on a day')
    await change({ ...monthly, recipients: recipients.slice(0, 3) })
    api.clock.advance(31 * dayMs)
    await signInAgain()
    await run(api.reportMailer)
    assert.equal(server.mails.length, 0, 'nobody has agreed')
    const [waiting] = (await sent()) as { state: string; isUnanswered?: boolean }[]
    assert.deepEqual([waiting?.state, waiting?.isUnanswered], ['waiting', true])
    const page = await app.inject(links.get('yes@example.org') ?? '')
    assert.match(page.body, /lang="pl"[^]*chce wysyłać raporty e-mailem na adres yes@example\.org/)
    assert.equal(server.mails.length, 0, 'to look at the page answers nothing')
    assert.match(await answer(links.get('yes@example.org'), 'yes'), /będą wysyłane/)
    assert.deepEqual(
      server.mails.flatMap(({ to }) => to),
      ['yes@example.org'],
    )
    await answer(links.get('no@example.org'), 'no')
    assert.deepEqual(await addresses(), ['confirmed', 'refused', 'asked'])
    const states = (await sent()).map(({ recipient, state }) => `${recipient} ${state}`)
    assert.deepEqual(states.toSorted(), ['NO@example.org failed', 'late@example.org waiting', 'yes@example.org sent'])
    const refused = await api.call('manager', 'POST', at('send-now'), {
      recipient: 'no@example.org',
      every: 'week',
      formats: ['csv'],
      language: 'en',
      segment: 'hour',
    })
    assert.equal(refused.status, 400)
    assert.equal((await app.inject('/report-address/6f9619ff-8b86-4d01-b42d-00cf4fc964ff')).statusCode, 404)
    api.clock.advance(31 * dayMs)
    await signInAgain()
    await run(api.reportMailer)
    const late = (await sent()).filter(({ recipient }) => recipient === 'late@example.org')
    assert.deepEqual(
      late.map(({ state }) => state),
      ['waiting', 'failed'],
      'what nobody answered for is given up after a month',
    )
  })
})
