import { z } from 'zod'

/*
 * What a gateway tells of itself, as far as it is shown: groups of its state by the names of its own API, and how an update goes. What is
 * not as it should be is missing; nothing of a gateway is believed to be of any size.
 */

const text = z.string().max(200)
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const version = z.int().min(0).max(999_999)
const flag = z.boolean()

const trial = z.object({
  provenInSec: count.nullable().describe('Seconds until it has proven itself; null while something does not work.'),
  takenBackInSec: count.describe('Seconds until the version before it comes back, if it has not proven itself.'),
  problem: text.nullable().describe('What does not work that worked before; null where all does.'),
})

const groups = {
  ethernet: z.object({
    ip: text.nullable().describe('Address of its Ethernet; null where it has none.'),
    linkUp: flag.describe('Whether its cable leads somewhere.'),
  }),
  gsm: z.object({
    simState: count.describe('1 where there is a modem with a SIM, else 0.'),
    signalLevel: count.max(100).nullable().describe('Percent; null while it is not registered.'),
    provider: text.nullable().describe('Name of the mobile network; null where it is not known.'),
    radioBand: text.nullable().describe('`2g`, `3g` or `4g`; null where it is not known.'),
    isGsmRegistered: flag.describe('Whether the mobile network has taken it.'),
    isGsmRoaming: flag.describe('Whether it is in a foreign network.'),
    isGprsStarted: flag.describe('Whether it has data.'),
    ip: text.nullable().describe('Address of its modem; null where it has none.'),
    traficTotal: count.describe('Bytes that went through its modem.'),
  }),
  vpn: z.object({
    linkState: text.describe('How far its tunnel is: `disabled` to `peerUp`.'),
    configState: text.describe('How its configuration goes: `disabled`, `ready`, an error, or a step before.'),
    netifIp: text.nullable().describe('Its address in the tunnel; null without one.'),
    interface: text.nullable().describe('`eth` or `gsm`: the way that the tunnel takes; null without a tunnel.'),
    lastPeerUp: text.nullable().describe('When the other end was last there, by the clock of the gateway.'),
  }),
  fwUpdate: z.object({
    updateState: text.describe('What lies on its card, beside what runs.'),
    downloadState: text.describe('What the server of releases has, beside what lies on its card.'),
    progress: text.nullable().describe('Percent of a download that is under way; null without one.'),
    errorCode: text.nullable().describe('Why it does not go on; null where nothing is wrong.'),
    availableVersion: version
      .nullable()
      .describe('The newest release that it has found; null where it has found none.'),
    savedVersion: version.nullable().describe('The release on its card; null where there is none.'),
    currentVersion: version.describe('The version that runs.'),
  }),
  firmware: z.object({
    version: text.describe('The version that runs, as people call it.'),
    isRequested: flag.describe('Whether the newest release is wanted now, and not there yet.'),
    canInstall: flag.describe('Whether the box can install releases; else one waits on its card.'),
    trial: trial.nullable().describe('The trial of the release that runs; null while none is on trial.'),
    takenBack: z.array(version).max(100).describe('Versions that did not prove themselves.'),
  }),
  tasks: z.object({
    running: count.describe('Task files that run.'),
    failed: count.describe('Tasks whose last run failed.'),
    missedRuns: count.describe(
      'Runs that were missed since the tasks started, because the run before took longer than the period.',
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
      .describe('Units whose answers could not be trusted in the last hour.'),
  }),
  https: z.object({
    port: z.int().min(1).max(65_535).nullable().describe('Port of HTTPS; null while it does not listen for it.'),
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
    capacityKb: count.nullable().describe('Size of its card in KiB; null without one.'),
    freeKb: count.nullable().describe('Free room of its card in KiB; null without one.'),
    isMounted: flag.describe('Whether its card is in use.'),
    isInserted: flag.describe('Whether a card is in.'),
  }),
  settings: z.object({
    isUserModified: flag.describe('Whether settings wait for a new start.'),
    notKept: text.optional().describe('Why nothing can be kept on its disk; missing where it can.'),
  }),
  statistics: z.object({
    runTimeMin: count.describe('Minutes since its last start.'),
    totalRunTimeMin: count.describe('Minutes that it has run in all.'),
    serialAvgPerSecLoad: count.max(100).describe('Percent of the time in which its line was taken.'),
    wrongLogins: count.optional().describe('Wrong logins since its start; missing where there was none.'),
  }),
  time: z.object({
    timeLocal: text.describe('Its local time when it was asked.'),
    timeUtc: text.describe('Its time in UTC when it was asked.'),
  }),
  misc: z.object({
    voltage: text.nullable().describe('Volts of its supply; null where it is not measured.'),
    temperature: text.nullable().describe('Degrees Celsius inside; null where it is not measured.'),
    resetFlags: z
      .array(text)
      .max(8)
      .optional()
      .describe('Why it started last, such as `RST_CAUSE_PO`; missing where it does not tell.'),
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

/** By how much the gateway's clock is ahead of ours, in seconds; null where it does not tell. */
export const clockOffSec = ({ time }: GatewayReport, now: Date): number | null => {
  const ms = Date.parse(time?.timeUtc ?? '')
  return Number.isNaN(ms) ? null : Math.round((ms - now.getTime()) / 1000)
}
