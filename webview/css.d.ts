/** The bundler collects style sheets; importing one gives nothing. */
declare module '*.css';
