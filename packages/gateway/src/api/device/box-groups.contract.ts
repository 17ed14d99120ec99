import { z } from 'zod'

const text = z.string().nullable()
const count = z.int().min(0)

export const activation = z.object({
  infrastructureName: z.string(),
  infrastructureShortUrl: z.string(),
  domain: z.string(),
  endpointId: z.string(),
  endpointName: z.string(),
  propertyId: z.string(),
  propertyName: z.string(),
  pin: z.string(),
  hasBonusesEur: z.string(),
  activeTill: text,
  supportEmail: z.string(),
})

export const fwUpdate = z.object({
  updateState: z.enum([
    'SAVED_FILE_UNKNOWN',
    'CARD_ABSENT',
    'CARD_NOT_READY',
    'CARD_FILES_CHECKING',
    'CARD_FILE_UPDATED_READY',
    'FILE_VERSION_MATCHES_ACTIVE',
  ]),
  downloadState: z.enum([
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
  ]),
  url: text,
  progress: text,
  errorCode: text,
  availableVersion: z.int().nullable(),
  savedVersion: z.int().nullable(),
  currentVersion: z.int(),
})

export const statistics = z.object({
  serialAvgPerSecReq: count,
  serialAvgPerSecResp: count,
  serialAvgPerSecLoad: count,
  mbAvgPerSecReq: count,
  mbTcpServerMaxClients: count,
  runTimeMin: count,
  totalRunTimeMin: count,
  ethAvgPerSecKb: z.string(),
  gsmAvgPerSecKb: z.string(),
  wrongLogins: count.optional().meta({ description: 'Since the last start; not there while there were none' }),
})

const task = z.object({
  sourceFile: z.string(),
  periodMs: z.int(),
  state: z.enum(['idle', 'running']),
  lastRunOn: text,
  lastErrorCode: text,
})
/** Variant A has no fields of it. */
export const memTaskfiles = {
  A: z.object({}),
  B: z.object({
    filesFound: z.int().nullable(),
    loadedOn: text,
    heapUsedB: z.int().nullable(),
    errorFile: text,
    errorLine: z.int().nullable(),
    errorCode: text,
    tasks: z.array(task),
  }),
}

export const memCard = z.object({
  capacityKb: z.int().nullable(),
  freeKb: z.int().nullable(),
  isMounted: z.boolean(),
  isInserted: z.boolean(),
})

export const settings = z.object({
  modifyOn: text,
  isUserModified: z.boolean(),
  isDefault: z.boolean(),
  notKept: z
    .string()
    .optional()
    .meta({ description: 'Why the disk takes no change, as "the disk is full"; not there while it does' }),
})

export const time = z.object({
  timeLocal: z.string(),
  timeUtc: z.string(),
  isDst: z.boolean(),
  sunriseLocalSec: z.int().nullable(),
  sunsetLocalSec: z.int().nullable(),
  polarDay: z.boolean(),
  polarNight: z.boolean(),
})

const resetFlag = z.enum(['RST_CAUSE_BO', 'RST_CAUSE_PO', 'RST_CAUSE_SW', 'RST_CAUSE_IWDG'])
const miscA = z.object({ voltage: text, temperature: text })
export const misc = { A: miscA, B: miscA.extend({ resetFlags: z.array(resetFlag) }) }
