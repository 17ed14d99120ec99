import { z } from 'zod'

const text = z.string().nullable()
const count = z.int().min(0)

export const activation = z.object({
  infrastructureName: z.string().describe('Name of the cloud that activated it.'),
  infrastructureShortUrl: z.string().describe('Short address of that cloud.'),
  domain: z.string().describe('Domain of that cloud.'),
  endpointId: z.string().describe('Id of the gateway there.'),
  endpointName: z.string().describe('Name of the gateway there.'),
  propertyId: z.string().describe('Id of the site there.'),
  propertyName: z.string().describe('Name of the site there.'),
  pin: z.string().describe('PIN, eight digits.'),
  hasBonusesEur: z.string().describe('Bonus in euros, as text.'),
  activeTill: text.describe('Until when it is active, ISO 8601; null where it has ended.'),
  supportEmail: z.string().describe('Address of the support.'),
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
  url: text.describe('Address of the release; null where it is not known.'),
  progress: text.describe('Progress in percent, 0.00 to 100.00; null while nothing is done.'),
  errorCode: text.describe('Code of the last error; null where there is none.'),
  availableVersion: z.int().nullable().describe('Version on the server; null where it is not known.'),
  savedVersion: z.int().nullable().describe('Version on the card; null where there is none.'),
  currentVersion: z.int().describe('Version that runs.'),
})

export const statistics = z.object({
  serialAvgPerSecReq: count.describe('Requests a second on the serial bus.'),
  serialAvgPerSecResp: count.describe('Answers a second on the serial bus.'),
  serialAvgPerSecLoad: count.describe('Load of the serial bus in percent.'),
  mbAvgPerSecReq: count.describe('Modbus requests a second from all sides.'),
  mbTcpServerMaxClients: count.describe('Most clients at once since the start.'),
  runTimeMin: count.describe('Minutes since the last start.'),
  totalRunTimeMin: count.describe('Minutes of running in all.'),
  ethAvgPerSecKb: z.string().describe('Ethernet traffic in KB/s, as text.'),
  gsmAvgPerSecKb: z.string().describe('GSM traffic in KB/s, as text.'),
  wrongLogins: count.optional().meta({ description: 'Since the last start; not there while there were none' }),
})

const task = z.object({
  sourceFile: z.string().describe('File of the task.'),
  periodMs: z.int().describe('Period in milliseconds.'),
  state: z.enum(['idle', 'running']).describe('Whether the task runs just now.'),
  lastRunOn: text.describe('When it last ran; null where it has not.'),
  lastErrorCode: text.describe('Error of its last run; null where there was none.'),
})
/** Variant A has no fields of it. */
export const memTaskfiles = {
  A: z.object({}),
  B: z.object({
    filesFound: z.int().nullable().describe('Task files on the card; null without a card.'),
    loadedOn: text.describe('When they were compiled; null where they were not.'),
    heapUsedB: z.int().nullable().describe('Memory of the tasks in bytes; null without tasks.'),
    errorFile: text.describe('File with an error; null where there is none.'),
    errorLine: z.int().nullable().describe('Line of the error; null where there is none.'),
    errorCode: text.describe('Code of the compile error; null where there is none.'),
    tasks: z.array(task).describe('The tasks that run.'),
  }),
}

export const memCard = z.object({
  capacityKb: z.int().nullable().describe('Size of the card in KB; null without a card.'),
  freeKb: z.int().nullable().describe('Free space in KB; null without a card.'),
  isMounted: z.boolean().describe('Whether the card is used.'),
  isInserted: z.boolean().describe('Whether there is a card.'),
})

export const settings = z.object({
  modifyOn: text.describe('When saved settings were last changed; null where they were not.'),
  isUserModified: z.boolean().describe('Whether saved settings wait for the next start.'),
  isDefault: z.boolean().describe('Whether all settings are those of a new device.'),
  notKept: z
    .string()
    .optional()
    .meta({ description: 'Why the disk takes no change, as "the disk is full"; not there while it does' }),
})

export const time = z.object({
  timeLocal: z.string().describe('Local time, ISO 8601.'),
  timeUtc: z.string().describe('Time in UTC, ISO 8601.'),
  isDst: z.boolean().describe('Whether it is summer time.'),
  sunriseLocalSec: z
    .int()
    .nullable()
    .describe('Sunrise in seconds of the local day; null where the sun does not rise.'),
  sunsetLocalSec: z.int().nullable().describe('Sunset in seconds of the local day; null where the sun does not set.'),
  polarDay: z.boolean().describe('Whether the sun does not set.'),
  polarNight: z.boolean().describe('Whether the sun does not rise.'),
})

const resetFlag = z.enum(['RST_CAUSE_BO', 'RST_CAUSE_PO', 'RST_CAUSE_SW', 'RST_CAUSE_IWDG'])
const miscA = z.object({
  voltage: text.describe('Supply voltage in volts, as text; null where it is not measured.'),
  temperature: text.describe('Temperature in degrees Celsius, as text; null where it is not measured.'),
})
export const misc = {
  A: miscA,
  B: miscA.extend({
    resetFlags: z.array(resetFlag).describe('Why it started last: supply too low, power off, software, or a watchdog.'),
  }),
}
