import type { Draft } from '../../plan/draft.ts'
import { type Tree, textAt } from '../../tree/tree.ts'

/** The same tree, in which `!secret name` stands for what `secrets.yaml` or a person says. Other tags have no value. */
export const withSecrets = (draft: Draft, secrets: readonly Tree[], tree: Tree): Tree => {
  const wrapped = (one: Tree): Tree => withSecrets(draft, secrets, one)
  const inner = {
    ...tree,
    get: (key: string) => {
      const found = tree.get(key)
      return found && wrapped(found)
    },
    items: () => tree.items().map(wrapped),
  }
  if (tree.tag === null) return inner
  if (tree.tag !== '!secret' || tree.text === null) {
    draft.note(tree, 'left-out', 'code-left-out', { option: `${tree.tag} ${tree.text ?? ''}`.trim() })
    return { ...inner, kind: 'none', text: null }
  }
  const name = tree.text
  const known = secrets.map((file) => textAt(file, name)).find((text) => text !== undefined)
  // A template needs neither addresses nor passwords.
  if (known === undefined && draft.context.isTemplatesOnly) return { ...inner, kind: 'none', text: null, tag: null }
  const text = known ?? draft.ask({ id: `secret:${name}`, code: 'secret', args: { name }, isFree: true })
  return { ...inner, text, tag: null }
}

/** A secret that was not told yet: what depends on it waits for the answer. */
export const isOpenSecret = (tree: Tree | undefined): boolean => tree?.kind === 'scalar' && tree.text === null
