import type { z } from 'zod'
import type { Description } from './endpoint.ts'

/** The variables of a path: `/tree/:treeId/branch/:branchId/` has `treeId` and `branchId`, `/card/*` has `*`. */
type PathNames<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? NameOf<Head> | PathNames<Rest>
  : NameOf<Path>

type NameOf<Segment extends string> = Segment extends `:${infer Name}` ? Name : Segment extends '*' ? '*' : never

type ShapeOf<D, Slot extends string> = D extends { [K in Slot]: { shape: infer Shape } } ? Shape : object

/** Exactly the variables of the path are described. */
type ParamsFit<Path extends string, D> = [PathNames<Path>] extends [never]
  ? { params?: never }
  : [keyof ShapeOf<D, 'params'>, PathNames<Path>] extends [PathNames<Path>, keyof ShapeOf<D, 'params'>]
    ? { params: z.ZodObject }
    : { params: { 'the path has these variables': PathNames<Path> } }

type Shared<D> =
  | (keyof ShapeOf<D, 'params'> & keyof ShapeOf<D, 'query'>)
  | (keyof ShapeOf<D, 'params'> & keyof ShapeOf<D, 'body'>)
  | (keyof ShapeOf<D, 'query'> & keyof ShapeOf<D, 'body'>)

/** A handler gets params, query and body as one object, so a name has one meaning. */
type NamesDiffer<D> = [Shared<D>] extends [never] ? unknown : { summary: { 'said twice': Shared<D> } }

type KeysOf<T> = T extends unknown ? keyof T : never

/** A word that means nothing, mistyped perhaps. */
type NoOtherWords<D, Access> = { [K in Exclude<keyof D, keyof Description | KeysOf<Access>>]: never }

/** What a description must obey besides its own shape; a type that nothing fits where it does not. */
export type Fits<Path extends string, D, Access> = ParamsFit<Path, D> & NamesDiffer<D> & NoOtherWords<D, Access>
