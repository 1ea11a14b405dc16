import { fail, failure, succeed, type Result } from '../../core/contracts/failure';
import type { SuggestionItem } from '../../core/contracts/panel/state';
import { promptForm } from '../../core/mcp/offers';
import type { OfferingServers } from '../mcp/server';
import { shownLine } from '../panel/transcript/display-text';
import { t } from '../window/language';
import type { MessageContext } from './context-parts';

const maxShown = 20;
const maxText = 500;

/** The resources that fit what is typed after `@`. */
export function suggestedResources(
  servers: OfferingServers,
  words: string,
): readonly SuggestionItem[] {
  const items = servers.offering().flatMap(({ name: server, offers }) =>
    offers.resources.map(({ uri, name, description }) => {
      const about = description === '' ? uri : description;
      const [label, detail] = [
        shownLine(name, maxText),
        shownLine(`mcp.${server}: ${about}`, maxText),
      ];
      return {
        type: 'context' as const,
        kind: 'resource' as const,
        label,
        detail,
        path: `${server}/${uri}`,
      };
    }),
  );
  const fits = ({ label, detail }: { readonly label: string; readonly detail: string }) =>
    `${label}\n${detail}`.toLowerCase().includes(words);
  return items.filter(fits).slice(0, maxShown);
}

/** The prompts of servers as commands, each with the form of its arguments. */
export function promptCommands(servers: OfferingServers) {
  return servers.offering().flatMap(({ name: server, offers }) =>
    offers.prompts.map(({ command, description, args }) => ({
      name: `/mcp.${server}.${command}`,
      detail: shownLine(
        [promptForm(args), description].filter((text) => text !== '').join(' · '),
        maxText,
      ),
    })),
  );
}

/** A resource as context: the agent reads it from its server when the message is sent. */
export function resourcePart(
  path: string,
  servers: Pick<OfferingServers, 'offering'>,
): Result<MessageContext> {
  const at = path.indexOf('/');
  const [server, uri] = [path.slice(0, at), path.slice(at + 1)];
  const offers = servers.offering().find(({ name }) => name === server)?.offers;
  const resource = offers?.resources.find((each) => each.uri === uri);
  if (resource === undefined) {
    return fail(failure('unavailable', t('The MCP server no longer offers this resource.')));
  }
  return succeed({
    kind: 'resource',
    label: resource.name,
    detail: `mcp.${server}: ${uri}`,
    uri: `gatehouse:mcp/${server}/${encodeURIComponent(uri)}`,
    text: '',
    reads: { server, uri },
  });
}
