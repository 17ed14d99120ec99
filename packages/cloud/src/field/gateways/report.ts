import { z } from 'zod'

/* Parts of a gateway's report that are shown: groups of its state by the names of its own API, and the progress of
   an update. Invalid parts are dropped, and every size is limited, because a gateway is not trusted. */

const text = z.string().max(200)
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const version = z.int().min(0).max(999_999)
const flag = z.boolean()

const trial = z.object({
  provenInSec: count
    .nullable()
    .describe('Seconds until the release passes its health check; null while something does not work.'),
  takenBackInSec: count.describe('Seconds until the rollback if the release does not pass its health check.'),
  problem: text.nullable().describe('What worked before the update and does not work now; null when everything works.'),
})

const groups = {
  ethernet: z.object({
    ip: text.nullable().describe('Ethernet IP address; null without one.'),
    linkUp: flag.describe('Whether the cable is connected.'),
  }),
  gsm: z.object({
    simState: count.describe('1 with a modem and SIM, otherwise 0.'),
    signalLevel: count.max(100).nullable().describe('Signal strength in percent; null while not registered.'),
    provider: text.nullable().describe('Name of the mobile network; null if unknown.'),
    radioBand: text.nullable().describe('`2g`, `3g` or `4g`; null if unknown.'),
    isGsmRegistered: flag.describe('Whether it is registered in the mobile network.'),
    isGsmRoaming: flag.describe('Whether it is roaming.'),
    isGprsStarted: flag.describe('Whether it has a data connection.'),
    ip: text.nullable().describe('IP address of the modem; null without one.'),
    traficTotal: count.describe('Total bytes transferred by the modem.'),
  }),
  vpn: z.object({
    linkState: text.describe('State of the tunnel: `disabled` to `peerUp`.'),
    configState: text.describe('State of the configuration: `disabled`, `ready`, an error, or an intermediate step.'),
    netifIp: text.nullable().describe('IP address in the tunnel; null without one.'),
    interface: text.nullable().describe('`eth` or `gsm`: interface of the tunnel; null without a tunnel.'),
    lastPeerUp: text.nullable().describe("Time when the peer last responded, by the gateway's clock."),
  }),
  fwUpdate: z.object({
    updateState: text.describe('State of the release on its card, compared with the running one.'),
    downloadState: text.describe('State of the release on the server, compared with the one on its card.'),
    progress: text.nullable().describe('Download progress in percent; null without a download.'),
    errorCode: text.nullable().describe('Error code; null without an error.'),
    availableVersion: version.nullable().describe('Newest release found; null without one.'),
    savedVersion: version.nullable().describe('Release on its card; null without one.'),
    currentVersion: version.describe('Running version.'),
  }),
  firmware: z.object({
    version: text.describe('Running version, in the form shown to users.'),
    isRequested: flag.describe('Whether an immediate update was requested and is not complete.'),
    canInstall: flag.describe('Whether the box can install releases; otherwise a release stays on its card.'),
    trial: trial.nullable().describe('Trial period of the running release; null outside a trial.'),
    takenBack: z.array(version).max(100).describe('Versions that failed their health check.'),
  }),
  tasks: z.object({
    running: count.describe('Running task files.'),
    failed: count.describe('Tasks whose last run failed.'),
    missedRuns: count.describe(
      'Runs missed since the tasks started because the previous run took longer than the period.',
    ),
  }),
  bus: z.object({
    disturbances: z
      .array(
        z.object({
          uid: z.int().min(0).max(255).describe('Modbus unit ID.'),
          cause: z
            .enum(['ForeignTraffic', 'DuplicateUnit'])
            .describe(
              '`ForeignTraffic`: another master uses the line. `DuplicateUnit`: two devices have this unit ID.',
            ),
        }),
      )
      .max(32)
      .describe('Units whose responses could not be trusted in the last hour.'),
  }),
  https: z.object({
    port: z.int().min(1).max(65_535).nullable().describe('HTTPS port; null while it does not listen.'),
    fingerprint: z
      .string()
      .regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
      .nullable()
      .describe('SHA-256 fingerprint of its certificate, in pairs; null when it has no usable certificate.'),
    problem: text
      .nullable()
      .optional()
      .describe('Why it does not listen for HTTPS; null while it does, missing for gateways that do not report it.'),
  }),
  memCard: z.object({
    capacityKb: count.nullable().describe('Card size in KiB; null without a card.'),
    freeKb: count.nullable().describe('Free space on the card in KiB; null without a card.'),
    isMounted: flag.describe('Whether the card is mounted.'),
    isInserted: flag.describe('Whether a card is inserted.'),
  }),
  settings: z.object({
    isUserModified: flag.describe('Whether settings will be applied at the next restart.'),
    notKept: text.optional().describe('Why its disk cannot be written; missing while it can.'),
  }),
  statistics: z.object({
    runTimeMin: count.describe('Minutes since its last start.'),
    totalRunTimeMin: count.describe('Total running time in minutes.'),
    serialAvgPerSecLoad: count.max(100).describe('Bus load in percent.'),
    wrongLogins: count.optional().describe('Failed logins since its start; missing if none.'),
  }),
  time: z.object({
    timeLocal: text.describe('Local time at the time of the request.'),
    timeUtc: text.describe('UTC time at the time of the request.'),
  }),
  misc: z.object({
    voltage: text.nullable().describe('Supply voltage in volts; null when not measured.'),
    temperature: text.nullable().describe('Internal temperature in degrees Celsius; null when not measured.'),
    resetFlags: z
      .array(text)
      .max(8)
      .optional()
      .describe('Cause of the last restart, such as `RST_CAUSE_PO`; missing if not reported.'),
  }),
}

type ReportGroups = typeof groups
type OptionalGroups = { [K in keyof ReportGroups]: z.ZodOptional<ReportGroups[K]> }

const descriptions: Readonly<Record<keyof ReportGroups, string>> = {
  ethernet: 'Its Ethernet.',
  gsm: 'Its modem.',
  vpn: 'Its tunnel.',
  fwUpdate: 'Releases that it has found, and how fetching one goes.',
  firmware: 'How an update goes beyond that; missing of gateways that do not tell.',
  tasks: 'Its tasks; missing for gateways that do not report them.',
  bus: 'Its serial line; missing for gateways that do not report it.',
  https: 'HTTPS of its own panel; missing for gateways that do not report it.',
  memCard: 'Its memory card.',
  settings: 'Its settings.',
  statistics: 'How long it runs, and how busy its line is.',
  time: 'Its clock.',
  misc: 'Supply, temperature, and why it started last.',
}

export const gatewayReport = z.object(
  Object.fromEntries(
    Object.entries(groups).map(([key, group]) => [
      key,
      group.optional().describe(descriptions[key as keyof ReportGroups]),
    ]),
  ) as OptionalGroups,
)
export type GatewayReport = z.output<typeof gatewayReport>

/** Groups that are as they should be; null for what is no report at all. */
export const parseReport = (reportText: string): GatewayReport | null => {
  let json: unknown
  try {
    json = JSON.parse(reportText)
  } catch {
    return null
  }
  if (typeof json !== 'object' || json === null) return null
  const valid = Object.entries(groups).flatMap(([key, group]) => {
    const parsed = group.safeParse((json as Record<string, unknown>)[key])
    return parsed.success ? [[key, parsed.data] as const] : []
  })
  return valid.length === 0 ? null : Object.fromEntries(valid)
}

/** Offset of the gateway's clock in seconds, positive if it is ahead; null if it is not reported. */
export const clockOffSec = ({ time }: GatewayReport, now: Date): number | null => {
  const ms = Date.parse(time?.timeUtc ?? '')
  return Number.isNaN(ms) ? null : Math.round((ms - now.getTime()) / 1000)
}
