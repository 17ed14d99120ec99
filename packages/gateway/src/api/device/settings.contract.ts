import { namedFlags, nothing } from '@busbar/wire'
import { z } from 'zod'
import { settingsReply, settingsSchema } from '../../settings/schemas.ts'
import { namesIn } from '../../settings/table.ts'
import { isDosName } from '../../storage/card/names.rules.ts'
import { get, post } from '../server/words.ts'

const filename = z
  .string()
  .refine(isDosName, 'must be a name of the 8.3 form such as SETTINGS.TXT')
  .describe('File name in 8.3 format, such as `SETTINGS.TXT`.')

const written = {
  access: 'settingsWriter',
  summary: 'Change settings',
  description:
    'Applied completely or not at all. Omitted fields keep their values, arrays are replaced as a whole, and a secret sent as null is kept. Unknown keys and fields are refused. In variant B, `ownSrv`, `serial` and `rmSrv` apply immediately, all others after the next restart.',
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
    summary: 'Export the settings to a file',
    description: 'Writes to the root of the card. Secrets are encrypted with the key of this gateway.',
    errors: { ERROR_FR_NOT_READY: '', ERROR_FR_DENIED: '', ERROR_FR_WRITE_PROTECTED: '' },
    body: z.object({ filename }),
    reply: z.object({}),
    example: { body: { filename: 'SETTINGS.TXT' } },
  }),
  import: post('/api/cmd/settings/import/', {
    access: 'administrator',
    summary: 'Import settings from a file',
    description:
      'Reads from the root of the card; applied after the next restart. Secrets encrypted by another gateway are ignored, and the current ones are kept.',
    errors: { ERROR_FR_NOT_READY: '', ERROR_FR_NO_FILE: '', ERROR_DISK: '' },
    body: z.object({ filename }),
    reply: z.object({}),
    example: { body: { filename: 'SETTINGS.TXT' } },
  }),
  schema: get('/api/settings/schema/', {
    access: 'reader',
    extension: true,
    summary: 'Schema of all settings',
    description:
      "Lists the settings that the caller's level may read: schema, limits, when a change applies, and defaults.",
    reply: z.object({
      settings: z
        .array(
          z.object({
            key: z.string().describe('Setting key.'),
            about: z.string().describe('Short description.'),
            applies: z
              .enum(['now', 'restart'])
              .describe('Whether a change applies immediately or after the next restart.'),
            administrator: z
              .union([z.literal('all'), z.array(z.string())])
              .describe('What requires level 2: the whole setting, or these fields.'),
            secrets: z.array(z.string()).describe('Write-only fields.'),
            initial: z.unknown().describe('Factory default; secrets are null.'),
            schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the value.'),
          }),
        )
        .describe('Settings in the order of the API document.'),
    }),
  }),
  reset: post('/api/cmd/settings/reset/', {
    access: 'administrator',
    summary: 'Reset all settings',
    description: "Restores factory defaults, except for the administrator's password. Applied after the next restart.",
    errors: { ERROR_DISK: '' },
    body: nothing,
    reply: z.object({}),
  }),
}

export const settings = {
  A: {
    active: get('/api/settings/active/get/', {
      access: 'reader',
      summary: 'Active settings',
      description:
        "Returns the settings named in the query, or all that the caller's level may read. Secrets are null.",
      hasSecrets: true,
      query: keysA,
      reply: replyA,
    }),
    saved: get('/api/settings/saved/get/', {
      access: 'reader',
      summary: 'Saved settings',
      description:
        "Applied after the next restart. Returns the settings named in the query, or all that the caller's level may read. Secrets are null.",
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
      summary: 'Active settings',
      description:
        "Returns the settings named in the query, or all that the caller's level may read. Secrets are null.",
      hasSecrets: true,
      query: keysB,
      reply: replyB,
    }),
    saved: get('/api/settings/saved/get/', {
      access: 'reader',
      summary: 'Saved settings',
      description:
        "Applied after the next restart. Returns the settings named in the query, or all that the caller's level may read. Secrets are null.",
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
