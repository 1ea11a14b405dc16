/** A sentence of ours; what stands between backticks is set as code. All of it is plain text. */
export function InlineCode({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('`').map((part, index, parts) => {
        const isCode = index % 2 === 1 && index < parts.length - 1;
        return isCode ? <code key={index}>{part}</code> : part;
      })}
    </>
  );
}
