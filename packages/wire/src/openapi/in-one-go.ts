/** Work that could be interrupted at each `yield`, done without a pause. */
export const inOneGo = <T>(work: Generator<undefined, T>): T => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
