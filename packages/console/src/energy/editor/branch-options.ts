import { compareNames } from '../../data/format/compare-names.ts'
import type { Tree } from '../figures.ts'
import { lineOf } from './edit.rules.ts'

/** Branches for a list to choose from, each with those above it. */
export const branchOptions = (tree: Tree): [id: string, text: string][] =>
  tree.branches
    .map(({ id }): [string, string] => [
      id,
      lineOf(tree, id)
        .map(({ name }) => name)
        .toReversed()
        .join(' / '),
    ])
    .toSorted(([, a], [, b]) => compareNames(a, b))
