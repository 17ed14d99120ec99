import type { Rule } from '../bindings.contract.ts'

/** A rule. It is never awaited: its `then` is no function. */
// oxlint-disable-next-line unicorn/no-thenable
export const ruleOf = (when: Rule['when'], then: Rule['then']): Rule => ({ when, then })
