import { z } from 'zod'

const text = z.string().nullable()
const count = z.int().min(0)

export const activation = z.object({
  infrastructureName: z.string().describe('Name of the cloud that activated the gateway.'),
  infrastructureShortUrl: z.string().describe('Short address of that cloud.'),
  domain: z.string().describe('Domain of that cloud.'),
  endpointId: z.string().describe('ID of the gateway in that cloud.'),
  endpointName: z.string().describe('Name of the gateway in that cloud.'),
  propertyId: z.string().describe('ID of the site in that cloud.'),
  propertyName: z.string().describe('Name of the site in that cloud.'),
  pin: z.string().describe('PIN, eight digits.'),
  hasBonusesEur: z.string().describe('Bonus in euros, as text.'),
  activeTill: text.describe('End of the activation, ISO 8601; null when it has ended.'),
  supportEmail: z.string().describe('Support e-mail address.'),
})

export const fwUpdate = z.object({
  updateState: z
    .enum([
      'SAVED_FILE_UNKNOWN',
      'CARD_ABSENT',
      'CARD_NOT_READY',
      'CARD_FILES_CHECKING',
      'CARD_FILE_UPDATED_READY',
      'FILE_VERSION_MATCHES_ACTIVE',
    ])
    .describe('State of the saved release.'),
  downloadState: z
    .enum([
      'SERVER_FILE_UNKNOWN',
      'DOWNLOADER_BUSY',
      'CARD_ABSENT',
      'CARD_NOT_READY',
      'CARD_FILES_CHECKING',
      'SERVER_FILE_UPDATED_READY',
      'SERVER_FILE_DOWNLOADING',
      'DOWNLOADED_FILE_CHECKING_INTEGRITY',
      'DOWNLOADED_FILE_CHECKING_APPLICABILITY',
      'DOWNLOADED_FILE_SAVING',
      'SERVER_FILE_VERSION_MATCHES_SAVED',
    ])
    .describe('State of the download.'),
  url: text.describe('URL of the release; null when unknown.'),
  progress: text.describe('Progress in percent, 0.00 to 100.00; null while idle.'),
  errorCode: text.describe('Code of the last error; null without an error.'),
  availableVersion: z.int().nullable().describe('Version available on the server; null when unknown.'),
  savedVersion: z.int().nullable().describe('Version saved on the card; null without one.'),
  currentVersion: z.int().describe('Running version.'),
})

export const statistics = z.object({
  serialAvgPerSecReq: count.describe('Requests per second on the serial bus.'),
  serialAvgPerSecResp: count.describe('Responses per second on the serial bus.'),
  serialAvgPerSecLoad: count.describe('Load of the serial bus in percent.'),
  mbAvgPerSecReq: count.describe('Modbus requests per second from all sources.'),
  mbTcpServerMaxClients: count.describe('Peak number of simultaneous clients since the start.'),
  runTimeMin: count.describe('Minutes since the last start.'),
  totalRunTimeMin: count.describe('Total running time in minutes.'),
  ethAvgPerSecKb: z.string().describe('Ethernet traffic in KB/s, as text.'),
  gsmAvgPerSecKb: z.string().describe('GSM traffic in KB/s, as text.'),
  wrongLogins: count.optional().meta({ description: 'Since the last start; omitted without requests' }),
})

const task = z.object({
  sourceFile: z.string().describe('Source file of the task.'),
  periodMs: z.int().describe('Period in milliseconds.'),
  state: z.enum(['idle', 'running']).describe('Whether the task is running at the moment.'),
  lastRunOn: text.describe('Time of the last run; null before the first run.'),
  lastErrorCode: text.describe('Error of the last run; null without an error.'),
})
/** Variant A has no fields of it. */
export const memTaskfiles = {
  A: z.object({}),
  B: z.object({
    filesFound: z.int().nullable().describe('Task files on the card; null without a card.'),
    loadedOn: text.describe('Time of compilation; null when not compiled.'),
    heapUsedB: z.int().nullable().describe('Memory used by tasks in bytes; null without tasks.'),
    errorFile: text.describe('File with an error; null without an error.'),
    errorLine: z.int().nullable().describe('Line of the error; null without an error.'),
    errorCode: text.describe('Compile error code; null without an error.'),
    tasks: z.array(task).describe('Running tasks.'),
  }),
}

export const memCard = z.object({
  capacityKb: z.int().nullable().describe('Size of the card in KB; null without a card.'),
  freeKb: z.int().nullable().describe('Free space in KB; null without a card.'),
  isMounted: z.boolean().describe('Whether the card is mounted.'),
  isInserted: z.boolean().describe('Whether a card is inserted.'),
})

export const settings = z.object({
  modifyOn: text.describe('Time when the saved settings last changed; null without changes.'),
  isUserModified: z.boolean().describe('Whether saved settings will be applied at the next restart.'),
  isDefault: z.boolean().describe('Whether all settings have their factory defaults.'),
  notKept: z
    .string()
    .optional()
    .meta({ description: 'Why the disk cannot be written, such as "the disk is full"; omitted while it can' }),
})

export const time = z.object({
  timeLocal: z.string().describe('Local time, ISO 8601.'),
  timeUtc: z.string().describe('Time in UTC, ISO 8601.'),
  isDst: z.boolean().describe('Whether daylight saving time is in effect.'),
  sunriseLocalSec: z.int().nullable().describe('Sunrise in seconds of the local day; null when the sun does not rise.'),
  sunsetLocalSec: z.int().nullable().describe('Sunset in seconds of the local day; null when the sun does not set.'),
  polarDay: z.boolean().describe('Whether the sun stays above the horizon all day.'),
  polarNight: z.boolean().describe('Whether the sun stays below the horizon all day.'),
})

const resetFlag = z.enum(['RST_CAUSE_BO', 'RST_CAUSE_PO', 'RST_CAUSE_SW', 'RST_CAUSE_IWDG'])
const miscA = z.object({
  voltage: text.describe('Supply voltage in volts, as text; null when not measured.'),
  temperature: text.describe('Temperature in degrees Celsius, as text; null when not measured.'),
})
export const misc = {
  A: miscA,
  B: miscA.extend({
    resetFlags: z
      .array(resetFlag)
      .describe('Cause of the last restart: undervoltage, power loss, software or watchdog.'),
  }),
}
