import { listedTypes } from '@busbar/alerts/channels'
import { nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { roles } from '../../accounts/access/roles.ts'
import { idOf } from '../../fields/fields.ts'
import { editableSettings } from './editable-settings.ts'
import { nodeOperations } from './nodes.contract.ts'

const errors = { NotAuthorized: 'the caller is no administrator of the installation.' }
const bytes = (what: string) => z.number().describe(`${what}, in bytes.`)
const textMax = 2000

const shownSetting = z.object({
  name: z.string().describe('Name of the setting, like its flag.'),
  source: z
    .enum(['flag', 'stored', 'default'])
    .describe('Source of the value: a flag or variable, a value stored by an administrator, or neither.'),
  isEditable: z.boolean().describe('Whether it can be changed here; values set by a flag cannot.'),
  isSecret: z.boolean().describe('Whether its value is secret.'),
  value: z.string().nullable().describe('Value in the format of the flag; null without one, and for secrets.'),
  hint: z.string().nullable().describe('For a secret: its host, if it has one; null if not set.'),
  changed: z
    .object({ by: z.string().describe('Name of the administrator.'), on: timestamp.describe('When.') })
    .nullable()
    .describe('Administrator who stored it; null if not stored.'),
})

const notice = z.object({
  id: uuid.describe('Message ID.'),
  texts: z.record(z.string(), z.string()).describe('The text by language: `en`, `pl`, `ru`, `uk`.'),
  createdOn: timestamp.describe('Creation time.'),
  dismissals: z.number().describe('Number of users who have dismissed it.'),
})

const noticeTexts = z
  .partialRecord(z.enum(['en', 'pl', 'ru', 'uk']), z.string().trim().min(1).max(textMax))
  .refine((texts) => Object.keys(texts).length > 0, 'needs a text')
  .describe('Text by language, each 1 to 2000 characters; users of another language see one of these.')

/** For administrators of the installation, and while there is one organization only, for its owners. */
export const installation = {
  ...nodeOperations,
  health: get('/installation/health/', {
    access: 'session',
    extension: true,
    summary: 'Health of the installation',
    description:
      'Recording, compaction, connections, notifications, clock and disk. Growth is the slope of a linear regression over the daily sizes of the last 30 days.',
    errors,
    reply: z.object({
      version: z.string().describe('Program version.'),
      startedOn: timestamp.describe('Time of the start.'),
      problem: z.string().nullable().describe('Why the service is not ready; null if it is.'),
      recorder: z
        .object({
          queuedPolls: z.number().describe('Polls waiting to be stored.'),
          droppedReadings: z.number().describe('Values lost since the start.'),
          recordedReadings: z.number().describe('Values stored since the start.'),
          failing: z.string().nullable().describe('Why storing fails; null if it works.'),
        })
        .describe('Recording of readings.'),
      compaction: z
        .object({
          readings: z.number().describe('Values moved into chunks since the start.'),
          failures: z.number().describe('Failed attempts since the start.'),
        })
        .describe('Compaction of readings into chunks.'),
      links: z
        .object({
          wanted: z.number().describe('Enabled networks.'),
          connected: z.number().describe('Connected networks.'),
          callingIn: z.number().describe('Connected gateways.'),
        })
        .describe('Connections to networks.'),
      messages: z
        .object({
          oldestSec: z.number().describe('Age of the oldest pending notification in seconds.'),
          undelivered: z.number().describe('Notifications that failed or may have failed since the start.'),
        })
        .describe('Alert notifications.'),
      clock: z.string().describe('`steady`, or the suspected deviation of the clock: `ahead` or `behind`.'),
      disk: z
        .object({
          databaseBytes: bytes('Size of the database'),
          usedBytes: z.number().nullable().describe('Used bytes on the disk with the data.'),
          totalBytes: z.number().nullable().describe('Size of that disk, in bytes.'),
          bytesPerDay: z
            .number()
            .nullable()
            .describe('Growth per day in bytes; null with fewer than three days of measurements.'),
          daysLookedAt: z.number().describe('Days used to calculate the growth.'),
          fullInDays: z
            .number()
            .nullable()
            .describe('Days until the disk is full at this growth; null if unknown or more than ten years.'),
        })
        .describe('Disk space; null if the database runs on another machine.'),
      pushDevices: z.number().describe('Registered push devices.'),
      certificates: z
        .array(
          z.object({
            use: z.enum(['https', 'call-back', 'mail-ca']).describe('Purpose.'),
            subject: z.string().nullable().describe('Subject; null if unreadable.'),
            issuer: z.string().nullable().describe('Issuer.'),
            validFrom: timestamp.nullable().describe('Start of validity.'),
            validTill: timestamp.nullable().describe('End of validity.'),
            problem: z.string().nullable().describe('Why it is unreadable; null without a problem.'),
          }),
        )
        .describe('Certificates of the service and of its mail server connection.'),
    }),
  }),
  settings: get('/installation/settings/', {
    access: 'session',
    extension: true,
    summary: 'Settings of the installation',
    description: 'All settings with the source of each value. Secrets are never returned.',
    errors,
    reply: z.array(shownSetting),
  }),
  signIn: get('/installation/sign-in/', {
    access: 'session',
    extension: true,
    summary: 'Sign-in providers',
    description: 'As configured with `--oidc`, without secrets, and with the last error of each.',
    errors,
    reply: z.object({
      redirectUri: z.string().describe('Redirect URI to register with the provider.'),
      providers: z
        .array(
          z.object({
            id: z.string().describe('Id.'),
            name: z.string().describe('Name on the sign-in button.'),
            issuer: z.string().describe('Issuer.'),
            clientId: z.string().describe('Client ID of this installation.'),
            hasSecret: z.boolean().describe('Whether a client secret is set.'),
            scopes: z.string().describe('Requested scopes.'),
            groupsClaim: z.string().describe('Claim that contains the groups.'),
            linkByEmail: z.boolean().describe('Whether a verified e-mail address is matched to an existing account.'),
            createUsers: z.boolean().describe('Whether accounts are created for new users.'),
            endSession: z.boolean().describe('Whether signing out also signs out at the provider.'),
            rules: z
              .array(
                z.object({
                  group: z.string().describe('Group.'),
                  orgId: idOf.org,
                  orgName: z.string().nullable().describe('Name of the organization; null if it does not exist.'),
                  role: z.enum(roles).describe('Role of its members there.'),
                }),
              )
              .describe('Roles by group.'),
            problem: z.string().nullable().describe('Last error; null without one.'),
          }),
        )
        .describe('Providers.'),
    }),
  }),
  changeSetting: post('/installation/settings/change/', {
    access: 'session',
    extension: true,
    summary: 'Change a setting of the installation',
    description: 'Stored (secrets encrypted) and applied immediately. Values set by a flag cannot be changed here.',
    errors: { ...errors, IncorrectRequest: 'the value is none that the setting takes, or a flag has set it.' },
    body: z.object({
      name: z.enum(editableSettings).describe('Which.'),
      value: z.string().min(1).max(textMax).nullable().describe('Value in the format of the flag; null resets it.'),
    }),
    reply: z.object({}),
    hasSecrets: true,
    example: { body: { name: 'backup-keep', value: '30' } },
  }),
  testMessage: post('/installation/test-message/', {
    access: 'session',
    extension: true,
    summary: 'Send a test message',
    description: 'Sent once, immediately, through one of the configured channels; at most 5 per minute.',
    errors: { ...errors, TooManyRequests: 'too many tests; `Retry-After` says when to try again.' },
    body: z.object({
      type: z.enum(listedTypes).describe('Channel.'),
      recipient: z.string().trim().min(1).max(textMax).describe('E-mail address, phone number, chat ID or URL.'),
    }),
    reply: z.object({
      status: z.enum(['ok', 'error']).describe('Whether the provider accepted the message.'),
      errorMessage: z.string().optional().describe('Error message of the provider; missing if accepted.'),
    }),
    example: { body: { type: 'email', recipient: 'anna@example.org' } },
  }),
  backups: get('/installation/backups/', {
    access: 'session',
    extension: true,
    summary: 'List backups',
    description: 'Backups in the configured folder, newest first, at most 100, and the result of the last attempt.',
    errors,
    reply: z.object({
      isOn: z.boolean().describe('Whether a backup folder is configured.'),
      everyMinutes: z.number().nullable().describe('Backup interval in minutes; null if disabled.'),
      keep: z.number().nullable().describe('Number of backups to keep; null if disabled.'),
      isRunning: z.boolean().describe('Whether a backup is running.'),
      checking: z.string().nullable().describe('Name of the backup being verified; null if none.'),
      failing: z.string().nullable().describe('Why the last attempt failed; null if it succeeded.'),
      files: z
        .array(
          z.object({
            name: z.string().describe('File name.'),
            madeOn: timestamp.describe('Creation time.'),
            bytes: bytes('Size'),
            checkedOn: timestamp.nullable().describe('Time of the last verification; null: none since the start.'),
            rows: z.number().nullable().describe('Number of rows found by the verification.'),
            problem: z.string().nullable().describe('Problem found; null without one.'),
          }),
        )
        .describe('Backups.'),
    }),
  }),
  makeBackup: post('/installation/backups/make/', {
    access: 'session',
    extension: true,
    summary: 'Create a backup now',
    description: 'Starts in the background; the list of backups contains the result. One at a time.',
    errors: { ...errors, IncorrectRequest: 'no folder for backups is set.' },
    body: nothing,
    reply: z.object({}),
  }),
  checkBackup: post('/installation/backups/check/', {
    access: 'session',
    extension: true,
    summary: 'Verify a backup',
    description:
      'Reads the whole file and detects any change since it was written; the list of backups contains the result. One at a time.',
    errors: { ...errors, ObjectNotFound: 'there is no such backup.', IncorrectRequest: 'another one is being read.' },
    body: z.object({ name: z.string().max(100).describe('File name.') }),
    reply: z.object({}),
    example: { body: { name: 'busbar-20261114T000000Z.backup' } },
  }),
  changelog: get('/installation/changelog/', {
    access: 'session',
    extension: true,
    summary: 'Release notes',
    description: 'The changelog shipped with the program, in English, newest first.',
    errors,
    reply: z.object({
      version: z.string().describe('Program version.'),
      sections: z
        .array(
          z.object({
            title: z.string().describe('Version, or `Unreleased`.'),
            changes: z.array(z.string()).describe('Changes, at most 200.'),
          }),
        )
        .describe('Versions, at most 3.'),
    }),
  }),
  sample: get('/installation/sample/', {
    access: 'session',
    extension: true,
    summary: 'Sample organization',
    description: 'Simulated sites running inside the service, for trying alerts and dashboards; at most one.',
    errors,
    reply: z.object({
      isAvailable: z.boolean().describe('Whether simulated sites are available.'),
      orgId: z.number().nullable().describe('ID of the sample organization; null without one.'),
    }),
  }),
  addSample: post('/installation/sample/add/', {
    access: 'session',
    extension: true,
    summary: 'Add the sample organization',
    description: 'Creates a network for each simulated site; the caller becomes its owner.',
    errors: { ...errors, IncorrectRequest: 'there is one already, or the service has no simulated sites.' },
    body: nothing,
    reply: z.object({ orgId: idOf.org }),
  }),
  removeSample: post('/installation/sample/remove/', {
    access: 'session',
    extension: true,
    summary: 'Remove the sample organization',
    description: 'Deletes all its readings and objects.',
    errors: { ...errors, ObjectNotFound: 'there is none.' },
    body: nothing,
    reply: z.object({}),
  }),
  notices: get('/installation/notices/', {
    access: 'session',
    extension: true,
    summary: 'Messages to all users',
    description: 'Messages shown until each user dismisses them, newest first.',
    errors,
    reply: z.array(notice),
  }),
  createNotice: post('/installation/notices/create/', {
    access: 'session',
    extension: true,
    summary: 'Create a message to all users',
    description: 'Shown in the console until each user dismisses it. At most 100 messages.',
    errors,
    body: z.object({ texts: noticeTexts }),
    reply: z.object({ id: uuid.describe('Message ID.') }),
    example: { body: { texts: { en: 'Maintenance on Sunday from 2 to 3 o’clock.' } } },
  }),
  deleteNotice: post('/installation/notices/:noticeId/delete/', {
    access: 'session',
    extension: true,
    summary: 'Delete a message to all users',
    description: 'It is no longer shown.',
    errors: { ...errors, ObjectNotFound: 'there is no such message.' },
    params: z.object({ noticeId: uuid.describe('Message ID.') }),
    body: nothing,
    reply: z.object({}),
  }),
}
