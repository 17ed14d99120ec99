import { z } from 'zod'

/*
 * The first run of a box: its code is the generated password of `admin`. It is shown on the console, or set in advance by a file on the
 * boot partition, and is valid until a person has chosen a password.
 */

/** Problems beyond these are not reported. */
export const bootProblemsMax = 8

/** A line of the boot file that was not applied. The line itself is never reported: it may contain a secret. */
export const bootProblem = z.object({
  line: z.int().min(1).describe('Line of the file, from 1.'),
  problem: z
    .enum(['encoding', 'name', 'value', 'twice', 'hostName', 'code', 'timeZone', 'system', 'done'])
    .describe(
      'Not plain text, an unknown name, a line without `=`, a repeated name, an invalid host name, an invalid code, an unknown time zone, a value that the system refused, or a code after the first run.',
    ),
})
export type BootProblem = z.infer<typeof bootProblem>

export const firstRunRequest = z.strictObject({
  do: z.literal('first-run'),
  code: z.string().optional(),
  clock: z.strictObject({ timeGmt: z.int(), tsMode: z.int().nullable() }).optional(),
  problems: z.array(bootProblem).max(bootProblemsMax).optional(),
})
export type FirstRunRequest = Omit<z.infer<typeof firstRunRequest>, 'do'>

/** First-run status that the console shows. */
export interface FirstRunStatus {
  /** Null once the first run is done. */
  readonly code: string | null
  readonly http: { readonly host: string; readonly port: number }
  readonly https: { readonly url: string; readonly fingerprint: string } | null
}
