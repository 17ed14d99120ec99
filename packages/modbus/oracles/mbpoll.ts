import { execFile } from 'node:child_process'

export const program = 'mbpoll'

/** The values that mbpoll printed, by reference; or the number of values that it wrote; or its error. */
export type MbpollResult = { values: Record<number, string> } | { written: number } | { err: string }

/** Runs mbpoll once. */
export const mbpoll = (...args: string[]): Promise<MbpollResult> =>
  new Promise((resolve) => {
    execFile(program, ['-1', '-o', '2', ...args], { timeout: 10_000 }, (_error, stdout, stderr) => {
      const written = /^Written (\d+) references/m.exec(stdout)?.[1]
      const failure = /^(?:Read|Write).* failed: (.+)$/m.exec(stderr)?.[1]
      const values = [...stdout.matchAll(/^\[(\d+)\]: \t(\S+)/gm)].map(([, reference, text]) => [reference, text])
      if (failure !== undefined) resolve({ err: failure })
      else if (written !== undefined) resolve({ written: Number(written) })
      else if (values.length > 0) resolve({ values: Object.fromEntries(values) })
      else resolve({ err: stderr })
    })
  })
