import { z } from 'zod'
import { logo } from '../accounts/orgs/logo.contract.ts'
import { alertSettings } from '../alerting/settings/alert-settings.contract.ts'
import { webhookBodiesMax, webhookBody } from '../alerting/settings/webhook-bodies.contract.ts'
import { retention } from '../history/retention/retention.contract.ts'
import { connectorDocument, connectorsMax } from '../integrations/connectors.contract.ts'

/** Settings of a whole organization, without those of the installation such as the device quota. */
export const documentSettings = z.object({
  timeZone: z.string().max(64).describe('Time zone of report days.'),
  keepDays: retention.changeOfOrg.body.shape.keepDays,
  isOutageHeldBack: alertSettings.change.body.shape.isOutageHeldBack,
  disableSms: alertSettings.smsSettings.body.shape.disableSms,
  /** Null is the installation's own limit. */
  smsLimit: alertSettings.smsSettings.body.shape.limit
    .unwrap()
    .nullable()
    .describe('Monthly SMS cost limit; null for the limit of the installation.'),
  webhookBodies: z.array(webhookBody).max(webhookBodiesMax).describe('Webhook bodies, at most 100.'),
  connectors: z
    .array(connectorDocument)
    .max(connectorsMax)
    .describe('Connectors without passwords, at most 5; each is disabled until its password is entered.'),
  logo: logo.change.body.shape.logo.optional().describe('Logo of the organization; missing without one.'),
})
export type DocumentSettings = z.output<typeof documentSettings>
