-- Runs once, on an empty volume. The service is no superuser: row-level security, the second wall between accounts,
-- holds for a plain role only.
\getenv password FEEDBACK_DB_PASSWORD
CREATE ROLE feedback LOGIN PASSWORD :'password';
CREATE DATABASE feedback OWNER feedback;
