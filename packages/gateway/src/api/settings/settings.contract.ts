import { namedFlags, nothing } from '@busbar/wire'
import { z } from 'zod'
import { isDosName } from '../../card/names.rules.ts'
import { get, post } from '../../http/words.ts'
import { settingsReply, settingsSchema } from '../../settings/schemas.ts'
import { namesIn } from '../../settings/table.ts'

const filename = z
  .string()
  .refine(isDosName, 'must be a name of the 8.3 form such as SETTINGS.TXT')
  .describe('File name of the 8.3 form, such as `SETTINGS.TXT`.')

const written = {
  access: 'settingsWriter',
  summary: 'Write settings',
  description:
    'All or nothing. Fields that are left out keep their values, arrays are replaced whole, a secret sent as null stays. Unknown keys and fields are refused. In variant B `ownSrv`, `serial` and `rmSrv` count at once, all others from the next start.',
  errors: { ERROR_DISK: '' },
  reply: z.object({}),
} as const

const [keysA, keysB] = [namedFlags('keys', namesIn('A')), namedFlags('keys', namesIn('B'))]
const [replyA, replyB] = [
  settingsReply('A').meta({ id: 'SettingsA', description: 'Settings by their keys.' }),
  settingsReply('B').meta({ id: 'SettingsB', description: 'Settings by their keys.' }),
]

const both = {
  export: post('/api/cmd/settings/export/', {
    access: 'administrator',
    summary: 'Save the settings to a file',
    description: 'At the root of the card. Secrets in it are sealed with the key of this gateway.',
    errors: { ERROR_FR_NOT_READY: '', ERROR_FR_DENIED: '', ERROR_FR_WRITE_PROTECTED: '' },
    body: z.object({ filename }),
    reply: z.object({}),
    example: { body: { filename: 'SETTINGS.TXT' } },
  }),
  import: post('/api/cmd/settings/import/', {
    access: 'administrator',
    summary: 'Load the settings from a file',
    description:
      'From the root of the card; they count from the next start. Secrets that were sealed by another gateway are not taken over: its own stay.',
    errors: { ERROR_FR_NOT_READY: '', ERROR_FR_NO_FILE: '', ERROR_DISK: '' },
    body: z.object({ filename }),
    reply: z.object({}),
    example: { body: { filename: 'SETTINGS.TXT' } },
  }),
  schema: get('/api/settings/schema/', {
    access: 'reader',
    extension: true,
    summary: 'What settings there are, and what they take',
    description: 'Those that the level may read: shape, limits, when a change counts, and what a new gateway has.',
    reply: z.object({
      settings: z
        .array(
          z.object({
            key: z.string().describe('Key of the setting.'),
            about: z.string().describe('What it is, in words.'),
            applies: z.enum(['now', 'restart']).describe('Whether a change counts at once or at the next start.'),
            administrator: z
              .union([z.literal('all'), z.array(z.string())])
              .describe('What only an administrator changes: all of it, or these fields.'),
            secrets: z.array(z.string()).describe('Fields that are written and never read back.'),
            initial: z.unknown().describe('What a new gateway has; secrets are null.'),
            schema: z.record(z.string(), z.unknown()).describe('JSON Schema of its value.'),
          }),
        )
        .describe('The settings, in the order of their keys in this document.'),
    }),
  }),
  reset: post('/api/cmd/settings/reset/', {
    access: 'administrator',
    summary: 'Reset all settings',
    description: "To those of a new device, but for the administrator's password. They count from the next start.",
    errors: { ERROR_DISK: '' },
    body: nothing,
    reply: z.object({}),
  }),
}

export const settings = {
  A: {
    active: get('/api/settings/active/get/', {
      access: 'reader',
      summary: 'Settings that the gateway works with',
      description: 'Those that are named in the query, or all that the level may read. Secrets are null.',
      hasSecrets: true,
      query: keysA,
      reply: replyA,
    }),
    saved: get('/api/settings/saved/get/', {
      access: 'reader',
      summary: 'Settings that are saved',
      description:
        'They count from the next start. Those that are named in the query, or all that the level may read. Secrets are null.',
      hasSecrets: true,
      query: keysA,
      reply: replyA,
    }),
    set: post('/api/settings/saved/set/', {
      ...written,
      body: settingsSchema('A'),
      example: { body: { timeGmt: 8, bodVoltage: 9000 } },
    }),
    ...both,
  },
  B: {
    active: get('/api/settings/active/get/', {
      access: 'reader',
      summary: 'Settings that the gateway works with',
      description: 'Those that are named in the query, or all that the level may read. Secrets are null.',
      hasSecrets: true,
      query: keysB,
      reply: replyB,
    }),
    saved: get('/api/settings/saved/get/', {
      access: 'reader',
      summary: 'Settings that are saved',
      description:
        'They count from the next start. Those that are named in the query, or all that the level may read. Secrets are null.',
      hasSecrets: true,
      query: keysB,
      reply: replyB,
    }),
    set: post('/api/settings/saved/set/', {
      ...written,
      body: settingsSchema('B'),
      example: { body: { timeGmt: 8, httpd: { freeAccessSec: 60 } } },
    }),
    ...both,
  },
}
