import type { DoctorDeps } from '../views/doctor/run-doctor';
import type { CommandHandlers } from './register';
import type { Views } from './view-commands';

type ModelCommand = 'doctor' | 'pickModel' | 'removeApiKey' | 'setApiKey' | 'testConnection';

/** Commands about models; what they do is loaded with the views. */
export function modelCommands(views: Views, deps: DoctorDeps): Pick<CommandHandlers, ModelCommand> {
  const { models } = deps;
  return {
    doctor: () => views.open(({ runDoctor }) => runDoctor(deps)),
    pickModel: () => views.open(({ pickModel }) => pickModel(models)),
    removeApiKey: () => views.open(({ removeApiKey }) => removeApiKey(models)),
    setApiKey: () => views.open(({ setApiKey }) => setApiKey(models)),
    testConnection: () => views.open(({ testConnection }) => testConnection(models)),
  };
}
