import { addressForm, maskedAddress, parseAddress } from '@busbar/alerts/channels'
import { fillWebhookBody, parseWebhookBody, webhookFields, webhookPresets } from '@busbar/messaging/channels'
import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { AlertingNeeds } from '../needs.ts'
import { type webhookBodies, webhookBodiesMax } from './webhook-bodies.contract.ts'
import { putWebhookBody, webhookBodiesOf } from './webhook-bodies.sql.ts'

export const webhookBodiesHandlers: Handlers<typeof webhookBodies, AlertingNeeds> = {
  list: async ({ db: { sql } }, { orgId }) => ({
    bodies: await webhookBodiesOf(sql, orgId),
    fields: Object.entries(webhookFields).map(([name, example]) => ({ name, example })),
    presets: webhookPresets.map((one) => ({ ...one, body: JSON.stringify(one.body, null, 2) })),
  }),

  put: (call, { orgId, address: input, body }) =>
    call.db.tx(async (tx) => {
      const address = parseAddress('webhook', input)
      if (address === null) throw badRequest('address', addressForm('webhook'))
      if (body !== null) checkedBody(body)
      await lockOrg(tx, orgId)
      const others = (await webhookBodiesOf(tx, orgId)).filter((one) => one.address !== address)
      if (body !== null && others.length >= webhookBodiesMax)
        throw badRequest('address', `there are bodies for ${webhookBodiesMax} addresses`)
      await putWebhookBody(tx, orgId, { address, body }, call.now())
      const after = { address: maskedAddress('webhook', address), body }
      await record(tx, orgId, call, { action: 'org.webhook-body', objectKind: 'org', objectId: orgId, after })
      return {}
    }),

  preview: (_call, { body }) =>
    Promise.resolve({ json: JSON.stringify(fillWebhookBody(checkedBody(body), webhookFields), null, 2) }),
}

const badRequest = (where: string, message: string): Refusal =>
  new Refusal('IncorrectRequest', `body.${where}: ${message}`)

const checkedBody = (text: string) => {
  const parsed = parseWebhookBody(text)
  if ('err' in parsed) throw badRequest('body', parsed.err)
  return parsed.ok
}
