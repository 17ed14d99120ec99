import { DatabaseProblem } from '../problem.ts'

/** Messages of the system or PostgreSQL, with advice. */
const advice: readonly (readonly [RegExp, string])[] = [
  [/ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/, 'The disk is full: free some space and start again.'],
  [/EROFS|Read-only file system/, 'The file system is read-only: choose another data folder.'],
  [
    /data directory .* has wrong ownership/,
    'Give the folder and all below it to the user that runs PostgreSQL (chown -R).',
  ],
  [
    /could not look up effective user ID/,
    'PostgreSQL requires a user with an entry in /etc/passwd: add one, or set DATABASE_URL.',
  ],
  [
    /EACCES|EPERM|Permission denied|readonly database/,
    'Start Busbar as the user who owns the data folder, or choose another folder.',
  ],
  [
    /error while loading shared libraries|version `GLIBC|ENOEXEC|spawn .* ENOENT/,
    'The PostgreSQL included with Busbar does not run on this system: install PostgreSQL 15 or later and set DATABASE_URL.',
  ],
  [
    /pre-existing shared memory block|lock file .* already exists/,
    'Another PostgreSQL uses this data folder: stop it.',
  ],
  [
    /invalid (primary )?checkpoint|could not locate a valid checkpoint|PANIC/,
    'The database is damaged: restore a backup.',
  ],
]

/** Turns any error into one sentence with advice. */
export const explain = (error: unknown, folder: string): DatabaseProblem => {
  if (error instanceof DatabaseProblem) return error
  const message = error instanceof Error ? error.message : String(error)
  const [, todo = 'If you cannot fix this, set DATABASE_URL to use your own PostgreSQL.'] =
    advice.find(([pattern]) => pattern.test(message)) ?? []
  return new DatabaseProblem(`PostgreSQL did not start in ${folder}: ${message.trim()}\n${todo}`, { cause: error })
}
