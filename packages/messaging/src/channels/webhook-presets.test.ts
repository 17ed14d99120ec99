import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { webhookBodyCharsMax } from '../message/message.ts'
import { aMessage, aSnapshot, hostileTexts } from '../testing/message.ts'
import { WebServer } from '../testing/web-server.ts'
import { Webhook } from './webhook.ts'
import { parseWebhookBody } from './webhook-body.rules.ts'
import { webhookPresets } from './webhook-presets.ts'

const text = (max: number) => z.string().min(1).max(max)

/** The requests that each service accepts according to its documentation, and its responses to them. */
const services: Readonly<Record<string, { takes: z.ZodType; answers: [status: number, body: string] }>> = {
  Slack: {
    takes: z.strictObject({
      text: text(40_000),
      mrkdwn: z.literal(false),
      blocks: z
        .array(
          z.strictObject({
            type: z.literal('section'),
            text: z.strictObject({ type: z.literal('plain_text'), text: text(3000) }),
          }),
        )
        .max(50),
    }),
    answers: [200, 'ok'],
  },
  'Microsoft Teams': {
    takes: z.strictObject({
      type: z.literal('message'),
      attachments: z.array(
        z.strictObject({
          contentType: z.literal('application/vnd.microsoft.card.adaptive'),
          content: z.looseObject({
            type: z.literal('AdaptiveCard'),
            body: z.array(z.looseObject({ type: z.literal('TextBlock'), text: text(28_000) })),
            actions: z.array(z.looseObject({ type: z.literal('Action.OpenUrl'), url: z.url() })),
          }),
        }),
      ),
    }),
    answers: [202, ''],
  },
  Discord: {
    takes: z.strictObject({
      embeds: z.array(z.strictObject({ title: text(256), description: text(4096), url: z.url() })).max(10),
      allowed_mentions: z.strictObject({ parse: z.array(z.never()) }),
    }),
    answers: [204, ''],
  },
  Pushover: {
    takes: z.strictObject({
      token: text(100),
      user: text(100),
      title: text(250),
      message: text(1024),
      url: z.url().max(512),
      url_title: text(100),
    }),
    answers: [200, '{"status":1,"request":"x"}'],
  },
  'Apprise API': {
    takes: z.strictObject({
      title: text(250),
      body: text(32_768),
      type: z.enum(['info', 'success', 'warning', 'failure']),
      format: z.enum(['text', 'markdown', 'html']),
    }),
    answers: [200, '{"error":null}'],
  },
  Mattermost: {
    takes: z.strictObject({
      attachments: z.array(
        z.strictObject({ fallback: text(16_383), title: text(16_383), title_link: z.url(), text: text(7_900) }),
      ),
    }),
    answers: [200, 'ok'],
  },
  'Google Chat': { takes: z.strictObject({ text: text(4_096) }), answers: [200, '{"name":"spaces/a/messages/b"}'] },
  Gotify: {
    takes: z.strictObject({
      title: text(1_000),
      message: text(100_000),
      priority: z.int().min(0).max(10),
      extras: z.strictObject({
        'client::notification': z.strictObject({ click: z.strictObject({ url: z.url() }) }),
      }),
    }),
    answers: [200, '{"id":1}'],
  },
  'Signal (signal-cli-rest-api)': {
    takes: z.strictObject({ message: text(2_000), number: text(30), recipients: z.array(text(30)).min(1) }),
    answers: [201, '{"timestamp":"1"}'],
  },
}

describe('presets of webhooks', () => {
  for (const { name, body } of webhookPresets) {
    test(`${name} takes every message`, async (t) => {
      const service = services[name]
      assert.ok(service, 'a stand-in for each')
      const server = new WebServer()
      const url = await server.start()
      t.after(() => server.stop())
      server.answer = (response, { headers, body: sent }) => {
        const isRight =
          headers['content-type'] === 'application/json' && service.takes.safeParse(JSON.parse(sent)).success
        const [status, answer] = isRight ? service.answers : [400, 'invalid_payload']
        response.writeHead(status).end(answer)
      }
      const webhook = new Webhook({
        find: (host) => Promise.resolve(host),
        key: Buffer.alloc(32, 7),
        keyNo: () => Promise.resolve(1),
        bodyFor: () => Promise.resolve(JSON.stringify(body)),
        publicUrl: () => 'https://busbar.example.org',
        now: () => new Date(1_800_000_000_500),
      })
      for (const alertName of ['Too hot', '<!channel> @everyone', 'x'.repeat(50_000), ...hostileTexts]) {
        const message = aMessage({ type: 'webhook', recepient: `${url}/hook` }, aSnapshot({ alertName }))
        assert.deepEqual(
          await webhook.send(message),
          { ok: true },
          `${alertName.slice(0, 40)}: ${server.requests.at(-1)?.body}`,
        )
      }
    })
  }

  test('each can be saved as it is', () => {
    for (const { body, name } of webhookPresets) {
      const pretty = JSON.stringify(body, null, 2)
      assert.ok('ok' in parseWebhookBody(pretty) && pretty.length < webhookBodyCharsMax, name)
    }
  })
})
