/** The examples of the guide by their file's name; the build puts them here. */
declare const taskExamples: Readonly<Record<string, string>>

const named = ['thermo', 'pumps', 'shed', 'light', 'pulses'] as const
export type TaskExample = (typeof named)[number]

/** To start from. */
export const examples = Object.fromEntries(
  named.map((name) => [name, taskExamples[name.toUpperCase()] ?? '']),
) as Readonly<Record<TaskExample, string>>
