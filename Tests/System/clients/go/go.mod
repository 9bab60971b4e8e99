module latchkey.example/secrets

go 1.19
