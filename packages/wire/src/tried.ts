export { type Group, groupsOf } from './openapi/page/model.ts'
export {
  canBeTried,
  curlOf,
  type FetchRequest,
  type OperationInput,
  type RequestProblem,
  requestOf,
  type TriedOperation,
  triedOperation,
} from './tried/request.ts'
export { shownAnswer } from './tried/shown-answer.ts'
